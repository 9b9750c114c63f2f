import type { WorkspaceUser } from '@views/parts/tickets/workspace.ts';
import { useEffect } from 'react';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';

export type PinsEvent = (pins: number[], ticket: TicketView) => void;

/** A person has one session, so their other tabs are in this browser. */
const channelOf = ({ companyId, id }: WorkspaceUser) => new BroadcastChannel(`pins:${companyId}:${id}`);

export function publishPins(me: WorkspaceUser, pins: number[], ticket: TicketView): void {
  const channel = channelOf(me);
  channel.postMessage({ pins, ticket });
  channel.close();
}

export function useOtherPins(me: WorkspaceUser, onPins: PinsEvent): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page is one person's, and what hears never changes what it does
  useEffect(() => {
    const channel = channelOf(me);
    channel.onmessage = ({ data: { pins, ticket } }) => onPins(pins, ticket);
    return () => channel.close();
  }, []);
}
