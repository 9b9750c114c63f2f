import { useT } from '@views/i18n.tsx';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { MessageView } from '@/modules/messages/messages.schema.ts';
import { type LiveMessage, listMessages, tellError } from '../desk/desk-api.ts';
import { justSent } from '../desk/sending.ts';
import { live } from '../live.ts';
import { reduceWindow } from './conversation-state.ts';

const MOST_PAGES_AFTER_A_GAP = 10;

type Start = { ticketId: number; messages: MessageView[]; hasMore: boolean };

/** The loaded part of a conversation, kept up with the server, and the ways to load more of it. */
export function useConversation(
  { ticketId, messages, hasMore }: Start,
  onInbound: (messages: MessageView[]) => void,
) {
  const t = useT();
  const [window, dispatch] = useReducer(reduceWindow, {
    messages,
    hasOlder: hasMore,
    hasNewer: false,
  });
  const latest = useRef(window);
  latest.current = window;
  const newestId = useRef(messages.at(-1)?.id ?? '0');
  const inbound = useRef(onInbound);
  inbound.current = onInbound;
  const isLoading = useRef(false);

  const arrive = useCallback((arrived: MessageView[]) => {
    for (const message of arrived)
      if (Number(message.id) > Number(newestId.current)) newestId.current = message.id;
    dispatch({ type: 'arrive', messages: arrived });
  }, []);

  /** One load at a time; a refusal is told and ends it. */
  const guarded = useCallback(
    async (work: () => Promise<void>) => {
      if (isLoading.current) return;
      isLoading.current = true;
      await work().catch((error: unknown) => tellError(error, t));
      isLoading.current = false;
    },
    [t],
  );

  const loadOlder = useCallback(
    () =>
      guarded(async () => {
        const before = latest.current.messages[0]?.id;
        if (!before || !latest.current.hasOlder) return;
        const page = await listMessages(ticketId, { before });
        dispatch({ type: 'older', messages: page.messages, hasMore: page.hasMore });
      }),
    [guarded, ticketId],
  );

  const loadNewer = useCallback(
    () =>
      guarded(async () => {
        const after = latest.current.messages.at(-1)?.id;
        if (!after || !latest.current.hasNewer) return;
        const page = await listMessages(ticketId, { after });
        dispatch({ type: 'newer', messages: page.messages, hasMore: page.hasMore });
      }),
    [guarded, ticketId],
  );

  /** A stretch of the conversation with this message in its middle. */
  const loadAround = useCallback(
    (id: string) =>
      guarded(async () => {
        const page = await listMessages(ticketId, { around: id });
        const last = page.messages.at(-1)?.id ?? '0';
        const hasNewer = Number(last) < Number(newestId.current);
        dispatch({ type: 'replace', messages: page.messages, hasOlder: page.hasMore, hasNewer });
      }),
    [guarded, ticketId],
  );

  const loadNewest = useCallback(
    () =>
      guarded(async () => {
        const page = await listMessages(ticketId);
        dispatch({ type: 'replace', messages: page.messages, hasOlder: page.hasMore, hasNewer: false });
      }),
    [guarded, ticketId],
  );

  useEffect(() => {
    const catchUp = async () => {
      const page = await listMessages(ticketId);
      arrive(page.messages);
      let after = latest.current.messages.at(-1)?.id;
      let hasMore =
        !latest.current.hasNewer && after !== undefined && Number(page.messages[0]?.id) > Number(after);
      for (let pages = 0; hasMore && pages < MOST_PAGES_AFTER_A_GAP; pages += 1) {
        const missed = await listMessages(ticketId, { after });
        arrive(missed.messages);
        after = missed.messages.at(-1)?.id;
        hasMore = missed.hasMore && after !== undefined;
      }
    };
    const stops = [
      justSent.subscribe(() => arrive(justSent.get().filter((message) => message.ticketId === ticketId))),
      live.on('appMessage', (data) => {
        const { action, message } = data as LiveMessage;
        if (message.ticketId !== ticketId) return;
        arrive([message]);
        if (action === 'create' && !message.fromMe) inbound.current([message]);
      }),
      live.on('reconnect', () => void catchUp().catch((error: unknown) => tellError(error, t))),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [ticketId, arrive, t]);

  return { window, arrive, loadOlder, loadNewer, loadAround, loadNewest };
}
