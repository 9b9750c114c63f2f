import { useT } from '@views/i18n.tsx';
import { useEffect, useRef, useState } from 'react';
import { chatPaths } from '@/modules/internal-chat/chat-paths.schema.ts';
import type { ChatPage, ChatView } from '@/modules/internal-chat/internal-chat.views.ts';
import { api } from '../../http/api.ts';
import { errorText } from '../../http/error-text.ts';
import { afterGaps, live } from '../../live/live.ts';
import type { LiveChat } from '../../notification-bell/bell-state.ts';
import { enter } from '../../page/history-steps.ts';
import { showToast } from '../../page/toast.ts';
import { addPage, onChat, toList } from './chat-list-state.ts';

const SEARCH_MS = 500;

export function useChats(first: ChatPage, selected: ChatView | null) {
  const t = useT();
  const [list, setList] = useState(() => toList(first));
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<ChatView | null>(selected);
  const [failed, setFailed] = useState<'search' | 'more' | null>(null);
  const wanted = useRef('');
  const loadingMore = useRef<string | undefined>(undefined);
  const loads = useRef(0);
  /** Events during a load may be newer than its answer. */
  const arrived = useRef<LiveChat[]>([]);
  const asked = useRef('');
  const shown = useRef(list);
  shown.current = list;
  const opened = useRef(open);
  opened.current = open;

  const load = async (rows = 0) => {
    const searchParam = wanted.current;
    loads.current += 1;
    const page = await api.get<ChatPage>('/chats', { query: { searchParam, rows } }).catch(() => undefined);
    loads.current -= 1;
    const newer = arrived.current;
    if (loads.current === 0) arrived.current = [];
    if (searchParam !== wanted.current) return;
    if (page)
      setList(newer.reduce((listed, event) => onChat(listed, event, searchParam === ''), toList(page)));
    // A refresh keeps the rows that it could not replace.
    if (page || rows === 0) setFailed(page ? null : 'search');
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when somebody types
  useEffect(() => {
    if (search.trim() === wanted.current) return;
    const timer = setTimeout(() => {
      wanted.current = search.trim();
      setFailed(null);
      void load();
    }, SEARCH_MS);
    return () => clearTimeout(timer);
  }, [search]);

  const show = async (uuid: string) => {
    asked.current = uuid;
    const known = shown.current.chats.find((chat) => chat.uuid === uuid);
    try {
      const chat = known ?? (await api.get<ChatView>(chatPaths.chat(uuid)));
      if (asked.current !== uuid) return;
      setOpen(chat);
      void enter(chatPaths.chat(uuid), true);
    } catch (error) {
      showToast({ level: 'error', text: errorText(t, error) });
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the line is listened to once
  useEffect(() => {
    const onChatEvent = (event: LiveChat) => {
      if (loads.current > 0) arrived.current.push(event);
      setList((former) => onChat(former, event, wanted.current === ''));
      const { current } = opened;
      if (event.action !== 'delete') {
        if (event.chat.id === current?.id) setOpen(event.chat);
      } else if (event.id === String(current?.id)) {
        showToast({ level: 'info', text: t('internalChat:left') });
        setOpen(null);
        void enter(chatPaths.list(), false);
      }
    };
    const openMade = (event: Event) => void show((event as CustomEvent<{ uuid: string }>).detail.uuid);
    document.addEventListener('chat:open', openMade);
    const stops = [
      live.on('chat', (data) => onChatEvent(data as LiveChat)),
      afterGaps(() => void load(shown.current.chats.length)),
    ];
    return () => {
      document.removeEventListener('chat:open', openMade);
      for (const stop of stops) stop();
    };
  }, []);

  const more = async () => {
    const last = list.chats.at(-1);
    const searchParam = wanted.current;
    if (!list.hasMore || !last || loadingMore.current === searchParam) return;
    loadingMore.current = searchParam;
    setFailed(null);
    const query = { searchParam, after: last.id };
    const page = await api.get<ChatPage>('/chats', { query }).catch(() => undefined);
    if (loadingMore.current === searchParam) loadingMore.current = undefined;
    if (searchParam !== wanted.current) return;
    if (page) setList((former) => addPage(former, page));
    else setFailed('more');
  };
  const again = () => {
    if (failed === 'more') return more();
    setFailed(null);
    return load();
  };

  return { list, search, setSearch, isNarrowed: wanted.current !== '', open, show, more, failed, again };
}
