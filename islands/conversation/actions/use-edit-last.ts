import { useEffect, useRef } from 'react';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { loadExtras } from '../../workspace/use-extras.ts';
import type { BubbleActions } from '../message/bubble.tsx';

/** The composer asks for it with an event. While one is being sent it waits for that one, or for another press. */
export function useEditLast(
  messages: readonly MessageView[],
  isSending: boolean,
  menu: BubbleActions['menu'],
): void {
  const latest = useRef({ messages, menu });
  latest.current = { messages, menu };
  const isAsked = useRef(false);
  useEffect(() => {
    const edit = async () => {
      isAsked.current = isSending;
      const last = latest.current.messages.findLast(({ fromMe, isDeleted }) => fromMe && !isDeleted);
      const bubble = document.getElementById(`message-${last?.id}`);
      if (isSending || !last || !bubble) return;
      const { isEditable, isTooLate } = await loadExtras();
      if (isEditable(last) && !isTooLate(last, Date.now())) latest.current.menu(last, bubble, last.body);
    };
    const ask = () => void edit().catch(() => undefined);
    const forget = () => {
      isAsked.current = false;
    };
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true };
    document.addEventListener('desk:edit-last', ask, options);
    document.addEventListener('keydown', forget, options);
    document.addEventListener('pointerdown', forget, options);
    if (isAsked.current) ask();
    return () => listening.abort();
  }, [isSending]);
}
