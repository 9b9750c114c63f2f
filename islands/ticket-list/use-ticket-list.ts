import { useT } from '@views/i18n.tsx';
import {
  isBlankSearch,
  viewOf,
  type WorkspaceFilter,
  type WorkspaceUser,
} from '@views/parts/tickets/workspace.ts';
import { type RefObject, useCallback, useEffect, useReducer, useRef } from 'react';
import type { TicketCounts, TicketPage, TicketView } from '@/modules/tickets/tickets.views.ts';
import { byFrame } from '../live/by-frame.ts';
import { afterGaps, live } from '../live/live.ts';
import { route } from '../workspace/navigation.ts';
import { justSent, sendQueueOf } from '../workspace/sending.ts';
import { startTyping, stopTyping } from '../workspace/typing.ts';
import {
  countTickets,
  type LiveMessage,
  type LiveTicket,
  listTickets,
  showError,
} from '../workspace/workspace-api.ts';
import { cursorOf, initialList, type ListState, reduceList, withLastMessage } from './list-state.ts';

const COUNT_DELAY_MS = 500;

type Start = {
  me: WorkspaceUser;
  filter: WorkspaceFilter;
  page: TicketPage;
  counts: TicketCounts;
  pins: TicketView[];
};

const isBlank = ({ search }: WorkspaceFilter) => search !== undefined && isBlankSearch(search);

export function useTicketList({ me, filter, page, counts, pins }: Start) {
  const t = useT();
  const [state, dispatch] = useReducer(reduceList, undefined, () =>
    initialList(me.id, filter, page, counts, pins),
  );
  const latest = useRef<ListState>(state);
  latest.current = state;
  const loading = useRef<AbortController | undefined>(undefined);

  const load = useCallback(
    async (isFirst: boolean, find?: (state: ListState, signal: AbortSignal) => Promise<TicketPage>) => {
      if (loading.current && !isFirst) return;
      loading.current?.abort();
      const running = new AbortController();
      const { signal } = running;
      loading.current = running;
      const { filter, tabs, clock } = latest.current;
      const view = viewOf(filter);
      const after = isFirst ? undefined : cursorOf(filter, tabs[view].last);
      try {
        const page = await (find ? find(latest.current, signal) : listTickets(filter, after, signal));
        signal.throwIfAborted();
        dispatch({ type: 'page', view, page, isFirst, since: clock });
      } catch (error) {
        if (signal.aborted) return find && dispatch({ type: 'missed' });
        if (!find || !tabs[view].isLoaded) dispatch({ type: 'failed', view });
        showError(error, t);
      } finally {
        if (loading.current === running) loading.current = undefined;
      }
    },
    [t],
  );

  useLiveTickets(dispatch);
  useSent(me, latest, dispatch);
  useFilterFromRoute(dispatch);
  useCounts(state, dispatch);

  const tab = state.tabs[viewOf(state.filter)];
  const key = JSON.stringify(state.filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is the filter's value
  useEffect(() => {
    if (isBlank(state.filter)) loading.current?.abort();
    else if (!tab.isLoaded && !tab.error) void load(true);
  }, [key, tab.isLoaded, tab.error, load]);

  useEffect(() => {
    const catchUp = () => {
      dispatch({ type: 'missed' });
      if (isBlank(latest.current.filter)) return;
      void load(true, async (...from) =>
        (await import('../workspace/surroundings.ts')).refetchList(dispatch, ...from),
      );
    };
    return afterGaps(catchUp);
  }, [load]);

  const loadMore = useCallback(() => {
    const { tabs, filter } = latest.current;
    if (tabs[viewOf(filter)].hasMore) void load(false);
  }, [load]);
  const retry = useCallback(() => dispatch({ type: 'retry', view: viewOf(latest.current.filter) }), []);
  return { state, latest, dispatch, loadMore, retry };
}

export type Dispatch = (action: Parameters<typeof reduceList>[1]) => void;

function useLiveTickets(dispatch: Dispatch): void {
  useEffect(() => {
    const changes = byFrame<LiveTicket>((events) => dispatch({ type: 'live', events }));
    startTyping();
    const stops = [
      live.on('ticket', (data) => changes.add(data as LiveTicket)),
      live.on('appMessage', (data) => {
        const { action, ticket, message } = data as LiveMessage;
        if (action === 'create' && !message.fromMe) stopTyping(message.ticketId);
        if (ticket) changes.add({ action: 'update', ticket });
      }),
    ];
    return () => {
      changes.stop();
      for (const stop of stops) stop();
    };
  }, [dispatch]);
}

/** The answer to what was sent may come before its event; the preview must not return to the message before it. */
function useSent(me: WorkspaceUser, latest: RefObject<ListState>, dispatch: Dispatch): void {
  useEffect(() => {
    sendQueueOf(me);
    return justSent.subscribe(() => {
      const message = justSent.get().at(-1);
      const ticket = message && latest.current.tickets.get(message.ticketId);
      if (!ticket || ticket.updatedAt >= message.createdAt) return;
      dispatch({ type: 'live', events: [{ action: 'update', ticket: withLastMessage(ticket, message) }] });
    });
  }, [me, latest, dispatch]);
}

function useFilterFromRoute(dispatch: Dispatch): void {
  useEffect(
    () => route.subscribe(() => dispatch({ type: 'filter', filter: route.get().filter })),
    [dispatch],
  );
}

function useCounts(state: ListState, dispatch: Dispatch): void {
  const { areCountsStale, counted, filter } = state;
  const moves = useRef(state.moves);
  moves.current = state.moves;
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts that are stale again are asked for again
  useEffect(() => {
    if (!areCountsStale) return;
    const running = new AbortController();
    const timer = setTimeout(() => {
      const since = moves.current;
      countTickets(filter, running.signal)
        .then((counts) => dispatch({ type: 'counts', counts, since }))
        .catch(() => undefined);
    }, COUNT_DELAY_MS);
    return () => {
      clearTimeout(timer);
      running.abort();
    };
  }, [areCountsStale, counted, filter, dispatch]);
}
