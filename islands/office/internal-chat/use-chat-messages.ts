import { useEffect, useRef, useState } from 'react';
import type {
  ChatMessagePage,
  ChatMessageView,
  ChatView,
} from '@/modules/internal-chat/internal-chat.views.ts';
import { api } from '../../http/api.ts';
import { afterGaps, isReachable, live } from '../../live/live.ts';
import type { LiveChat } from '../../notification-bell/bell-state.ts';
import { memberOf } from './chat-list-state.ts';
import {
  addMessage,
  addNewest,
  addOlder,
  type Messages,
  NO_MESSAGES,
  toMessages,
} from './chat-messages-state.ts';

/** `first` is the newest page from the document; if null, it is fetched. */
export function useChatMessages(chat: ChatView, meId: number, first: ChatMessagePage | null) {
  const [state, setState] = useState<Messages | undefined>(first ? toMessages(first) : undefined);
  const [hasFailed, setFailed] = useState(false);
  const [isOlderMissing, setOlderMissing] = useState(false);
  const isLoading = useRef(false);
  const reload = useRef(() => Promise.resolve());
  const path = `/chats/${chat.id}/messages`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: mounted anew for each chat
  useEffect(() => {
    let isGone = false;
    let isLoaded = first !== null;
    const early: ChatMessageView[] = [];
    const loadNewest = async () => {
      setFailed(false);
      const page = await api.get<ChatMessagePage>(path).catch(() => undefined);
      if (isGone) return;
      setFailed(!page && !isLoaded);
      if (!page) return;
      isLoaded = true;
      setState((former) => (former ? addNewest(former, page) : early.reduce(addMessage, toMessages(page))));
    };
    reload.current = loadNewest;
    if (!first) void loadNewest();
    const stops = [
      live.on('chat', (data) => {
        const event = data as LiveChat;
        if (event.action !== 'new-message' || event.chat.id !== chat.id) return;
        if (!isLoaded) early.push(event.newMessage);
        setState((former) => former && addMessage(former, event.newMessage));
      }),
      afterGaps(() => void loadNewest()),
    ];
    return () => {
      isGone = true;
      for (const stop of stops) stop();
    };
  }, []);
  useReading(chat, meId);

  const loadOlder = async () => {
    const oldest = state?.messages[0];
    if (!state?.hasOlder || !oldest || isLoading.current) return;
    isLoading.current = true;
    setOlderMissing(false);
    const page = await api
      .get<ChatMessagePage>(path, { query: { before: oldest.id } })
      .catch(() => undefined);
    isLoading.current = false;
    setOlderMissing(!page);
    if (page) setState((former) => (former?.messages[0]?.id === oldest.id ? addOlder(former, page) : former));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the render that missed them knows where they begin
  useEffect(() => {
    if (isOlderMissing) return isReachable.subscribe(() => isReachable.get() && void loadOlder());
  }, [isOlderMissing]);
  const add = (message: Parameters<typeof addMessage>[1]) =>
    setState((former) => addMessage(former ?? NO_MESSAGES, message));

  return { state, loadOlder, isOlderMissing, add, hasFailed, again: () => reload.current() };
}

function useReading(chat: ChatView, meId: number): void {
  const unread = memberOf(chat, meId)?.unreads ?? 0;
  useEffect(() => {
    if (unread === 0) return;
    const read = () => {
      // Errors stay silent (spec part 2 §8): the next view marks as read again.
      if (!document.hidden) api.post(`/chats/${chat.id}/read`, { userId: meId }).catch(() => undefined);
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [chat.id, unread, meId]);
}
