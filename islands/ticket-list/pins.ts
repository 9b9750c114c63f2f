import type { DeskMe } from '@views/parts/tickets/desk.ts';
import { useEffect } from 'react';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';

/** All ids on top, and the ticket that was pinned or let go. */
export type PinsHeard = (pins: number[], ticket: TicketView) => void;

/** A person has one session, so their other tabs are of this browser. */
const channelOf = ({ companyId, id }: DeskMe) => new BroadcastChannel(`pins:${companyId}:${id}`);

export function tellPins(me: DeskMe, pins: number[], ticket: TicketView): void {
  const channel = channelOf(me);
  channel.postMessage({ pins, ticket });
  channel.close();
}

export function useOtherPins(me: DeskMe, onPins: PinsHeard): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page is one person's, and what hears never changes what it does
  useEffect(() => {
    const channel = channelOf(me);
    channel.onmessage = ({ data: { pins, ticket } }) => onPins(pins, ticket);
    return () => channel.close();
  }, []);
}
