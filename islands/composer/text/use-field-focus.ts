import { useEffect, useRef } from 'react';
import { focusRequest } from '../../workspace/navigation.ts';
import { replyTarget } from '../../workspace/reply.ts';
import { useStore } from '../../workspace/store.ts';

export function useReply(ticketId: number, field: { current: HTMLTextAreaElement | null }) {
  const chosen = useStore(replyTarget, null);
  const reply = chosen?.ticketId === ticketId ? chosen : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a ref never changes
  useEffect(() => {
    if (reply) field.current?.focus();
  }, [reply]);
  return reply;
}

/** For a button that vanishes when pressed: outside fields letters are commands. A phone's keyboard would cover the messages. */
export function backToField(field: HTMLElement | null | undefined): void {
  if (!matchMedia('(pointer: coarse)').matches) field?.focus();
}

export function useFocusRequest(
  ticketId: number,
  field: { current: HTMLTextAreaElement | null },
  isEnabled: boolean,
): void {
  const wanted = useStore(focusRequest, { ticketId: 0, count: 0 });
  const served = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a ref never changes
  useEffect(() => {
    if (!isEnabled || wanted.ticketId !== ticketId || served.current === wanted.count) return;
    served.current = wanted.count;
    field.current?.focus();
  }, [wanted, ticketId, isEnabled]);
}
