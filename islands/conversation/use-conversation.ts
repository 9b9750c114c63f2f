import { useT } from '@views/i18n.tsx';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import type { TicketEventView } from '@/modules/tickets/tickets.views.ts';
import { afterGaps, isReachable, live } from '../live/live.ts';
import { justSent } from '../workspace/sending.ts';
import { type LiveMessage, listMessages, showError } from '../workspace/workspace-api.ts';
import { reduceWindow } from './conversation-state.ts';

const MAX_PAGES_AFTER_A_GAP = 10;

type Start = {
  ticketId: number;
  messages: MessageView[];
  events: TicketEventView[];
  hasMore: boolean;
};

export function useConversation(
  { ticketId, messages, events, hasMore }: Start,
  onInbound: (messages: MessageView[]) => void,
) {
  const t = useT();
  const [window, dispatch] = useReducer(reduceWindow, {
    messages,
    events,
    hasOlder: hasMore,
    hasNewer: false,
  });
  const latest = useRef(window);
  latest.current = window;
  const newestId = useRef(messages.at(-1)?.id ?? '0');
  const inbound = useRef(onInbound);
  inbound.current = onInbound;
  const loading = useRef<Promise<boolean> | undefined>(undefined);
  const wanted = useRef<string | undefined>(undefined);
  const [isOlderMissing, setOlderMissing] = useState(false);

  const arrive = useCallback((arrived: MessageView[], events?: TicketEventView[]) => {
    for (const message of arrived)
      if (Number(message.id) > Number(newestId.current)) newestId.current = message.id;
    dispatch({ type: 'arrive', messages: arrived, events });
  }, []);

  /** False when it failed or was superseded. */
  const guarded = useCallback(
    async (work: () => Promise<unknown>) => {
      if (loading.current) return true;
      loading.current = work().then(
        (done) => done !== false,
        (error: unknown) => {
          showError(error, t);
          return false;
        },
      );
      const isDone = await loading.current;
      loading.current = undefined;
      return isDone;
    },
    [t],
  );
  const inTurn = useCallback(
    async (work: () => Promise<unknown>) => {
      while (loading.current) await loading.current;
      return guarded(work);
    },
    [guarded],
  );

  const loadOlder = useCallback(async () => {
    if (loading.current) return;
    setOlderMissing(false);
    const isDone = await guarded(async () => {
      const before = latest.current.messages[0]?.id;
      if (!before || !latest.current.hasOlder) return;
      const page = await listMessages(ticketId, { before });
      dispatch({ type: 'older', ...page });
    });
    setOlderMissing(!isDone);
  }, [guarded, ticketId]);
  useEffect(() => {
    if (isOlderMissing) return isReachable.subscribe(() => isReachable.get() && void loadOlder());
  }, [isOlderMissing, loadOlder]);

  const loadNewer = useCallback(
    () =>
      guarded(async () => {
        const after = latest.current.messages.at(-1)?.id;
        if (!after || !latest.current.hasNewer) return;
        const page = await listMessages(ticketId, { after });
        dispatch({ type: 'newer', ...page });
      }),
    [guarded, ticketId],
  );

  const loadAround = useCallback(
    (id: string) => {
      wanted.current = id;
      return inTurn(async () => {
        if (latest.current.messages.some((message) => message.id === id)) return;
        const page = wanted.current === id && (await listMessages(ticketId, { around: id }));
        if (!page || wanted.current !== id) return false;
        const last = page.messages.at(-1)?.id ?? '0';
        const hasNewer = Number(last) < Number(newestId.current);
        dispatch({ type: 'replace', ...page, hasOlder: page.hasMore, hasNewer });
      });
    },
    [inTurn, ticketId],
  );

  const loadNewest = useCallback(() => {
    wanted.current = undefined;
    return inTurn(async () => {
      const page = await listMessages(ticketId);
      if (wanted.current !== undefined) return false;
      dispatch({ type: 'replace', ...page, hasOlder: page.hasMore, hasNewer: false });
    });
  }, [inTurn, ticketId]);

  useEffect(() => {
    let changes = 0;
    const catchUp = async () => {
      const known = Number(newestId.current);
      const before = changes;
      const page = await listMessages(ticketId);
      // A change that came meanwhile may be newer.
      if (before === changes) live.emit('ticket', { action: 'update', ticket: page.ticket });
      arrive(page.messages, page.events);
      const news = page.messages.filter(({ id, fromMe }) => !fromMe && Number(id) > known);
      if (news.length > 0) inbound.current(news);
      let after = latest.current.messages.at(-1)?.id;
      let hasMore =
        !latest.current.hasNewer && after !== undefined && Number(page.messages[0]?.id) > Number(after);
      for (let pages = 0; hasMore && pages < MAX_PAGES_AFTER_A_GAP; pages += 1) {
        const missed = await listMessages(ticketId, { after });
        arrive(missed.messages, missed.events);
        after = missed.messages.at(-1)?.id;
        hasMore = missed.hasMore && after !== undefined;
      }
    };
    const stops = [
      afterGaps(() => void catchUp().catch((error: unknown) => showError(error, t))),
      justSent.subscribe(() => arrive(justSent.get().filter((message) => message.ticketId === ticketId))),
      live.on('appMessage', (data) => {
        const { action, message } = data as LiveMessage;
        if (message.ticketId !== ticketId) return;
        changes += 1;
        arrive([message]);
        if (action === 'create' && !message.fromMe) inbound.current([message]);
      }),
      live.on('ticket', (data) => {
        const { ticket, ticketId: id = ticket?.id } = data as { ticket?: { id: number }; ticketId?: number };
        if (id === ticketId) changes += 1;
      }),
      live.on('ticketEvent', (data) => {
        const { event } = data as { event: TicketEventView };
        if (event.ticketId === ticketId) arrive([], [event]);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [ticketId, arrive, t]);

  return { window, arrive, isOlderMissing, loadOlder, loadNewer, loadAround, loadNewest };
}
