import { useEffect, useRef } from 'react';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { live } from '../../live/live.ts';

type Refused = { action: string; messageId: string; ticketId: number; wanted: string | null };
type Offer = (message: MessageView, anchor: HTMLElement, wanted: string) => void;

/** WhatsApp may refuse an edit that the server accepted: the text is offered again and not lost. */
export function useRefusedEdit(ticketId: number, messages: readonly MessageView[], offer: Offer): void {
  const latest = useRef({ messages, offer });
  latest.current = { messages, offer };
  useEffect(
    () =>
      live.on('messageRefused', (data) => {
        const { action, messageId, ticketId: shownIn, wanted } = data as Refused;
        const message = latest.current.messages.find((one) => one.id === messageId);
        const bubble =
          document.getElementById(`message-${messageId}`) ??
          document.querySelector<HTMLElement>('[role=log]');
        if (action === 'edit' && shownIn === ticketId && wanted && message && bubble)
          latest.current.offer(message, bubble, wanted);
      }),
    [ticketId],
  );
}
