import { useEffect, useRef } from 'react';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { loadExtras } from '../../workspace/use-extras.ts';
import type { BubbleActions } from '../message/bubble.tsx';

/** The composer asks for it with an event. */
export function useEditLast(messages: readonly MessageView[], menu: BubbleActions['menu']): void {
  const latest = useRef({ messages, menu });
  latest.current = { messages, menu };
  useEffect(() => {
    const edit = async () => {
      const last = latest.current.messages.findLast(({ fromMe, isDeleted }) => fromMe && !isDeleted);
      const bubble = document.getElementById(`message-${last?.id}`);
      if (!last || !bubble) return;
      const { isEditable, isTooLate } = await loadExtras();
      if (isEditable(last) && !isTooLate(last, Date.now())) latest.current.menu(last, bubble, last.body);
    };
    const ask = () => void edit().catch(() => undefined);
    document.addEventListener('desk:edit-last', ask);
    return () => document.removeEventListener('desk:edit-last', ask);
  }, []);
}
