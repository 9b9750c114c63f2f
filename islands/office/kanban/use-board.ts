import type { Translate } from '@views/i18n.tsx';
import { shownTicket } from '@views/parts/tickets/workspace.ts';
import { type Dispatch, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { BoardFilter } from '@/modules/kanban/kanban.schema.ts';
import type { BoardView, CardPage, ColumnCounts } from '@/modules/kanban/kanban.views.ts';
import { api } from '../../http/api.ts';
import { errorText } from '../../http/error-text.ts';
import { byFrame } from '../../live/by-frame.ts';
import { afterGaps, live } from '../../live/live.ts';
import { awaitOffer, showToast } from '../../page/toast.ts';
import type { LiveMessage, LiveTicket } from '../../workspace/workspace-api.ts';
import {
  type BoardAction,
  type BoardState,
  type CardMove,
  initialBoard,
  OPEN_COLUMN,
  type Reader,
  reduceBoard,
} from './board-state.ts';

const COUNT_DELAY_MS = 1000;

type Start = Reader & { board: BoardView; filter: BoardFilter };

export function useBoard({ board, filter, ...reader }: Start, t: Translate) {
  const [state, dispatch] = useReducer(reduceBoard, undefined, () => initialBoard(reader, filter, board));
  const latest = useRef<BoardState>(state);
  latest.current = state;
  const asking = useRef<AbortController | undefined>(undefined);
  const [isAsking, setAsking] = useState(false);
  const loading = useRef(new Set<number>());
  const asked = useRef(filter);
  const moving = useRef<Promise<unknown>>(Promise.resolve());

  const showError = useCallback(
    (error: unknown) => showToast({ level: 'error', text: errorText(t, error) }),
    [t],
  );

  const show = useCallback(
    async (wanted: BoardFilter) => {
      asked.current = wanted;
      asking.current?.abort();
      const running = new AbortController();
      asking.current = running;
      setAsking(true);
      const { signal } = running;
      const since = latest.current.clock;
      try {
        const found = await api.get<BoardView>('/kanban/board', { query: wanted, signal });
        if (wanted !== latest.current.filter) loading.current = new Set();
        dispatch({ type: 'board', board: found, filter: wanted, since });
      } catch (error) {
        if (!signal.aborted) showError(error);
      } finally {
        if (asking.current === running) setAsking(false);
      }
    },
    [showError],
  );

  const loadMore = useCallback(
    async (column: number) => {
      const { columns, filter: now, clock } = latest.current;
      const at = columns.find(({ id }) => id === column);
      const under = loading.current;
      if (!at?.hasMore || under.has(column)) return;
      under.add(column);
      try {
        const query = { ...now, lane: column, after: at.after };
        const page = await api.get<CardPage>('/kanban/cards', { query });
        if (under === loading.current) dispatch({ type: 'cards', column, page, since: clock });
      } catch (error) {
        showError(error);
      } finally {
        under.delete(column);
      }
    },
    [showError],
  );

  const move = useCallback(
    async (card: CardMove) => {
      const { ticketId, from, to } = card;
      if (from === to) return;
      dispatch({ type: 'move', move: card });
      const settled = awaitOffer();
      let undo: string | undefined;
      const onUndo = (token: string) => {
        undo = token;
      };
      const shown = latest.current.tickets.get(ticketId);
      const options = { onUndo, meantFor: shown && shownTicket(shown) };
      const mine = moving.current.then(() => api.put(`/kanban/cards/${ticketId}`, { from, to }, options));
      moving.current = mine.catch(() => undefined);
      try {
        await mine;
        dispatch({ type: 'moved', move: card });
        const content = [
          ...(from === OPEN_COLUMN ? [] : ['removed']),
          ...(to === OPEN_COLUMN ? [] : ['added']),
        ];
        for (const change of content) {
          const isLast = change === content.at(-1);
          const offer = showToast({ level: 'success', text: t(`kanban:${change}`), ...(isLast && { undo }) });
          if (isLast) settled(offer);
        }
      } catch (error) {
        dispatch({ type: 'refused', move: card });
        showError(error);
        void show(asked.current);
      } finally {
        settled();
      }
    },
    [t, showError, show],
  );

  const reload = useCallback(() => void show(asked.current), [show]);
  useLive(dispatch, reload);
  useCounts(state, dispatch);
  return { state, isAsking, show, loadMore, move };
}

function useLive(dispatch: Dispatch<BoardAction>, reload: () => void): void {
  useEffect(() => {
    const changes = byFrame<LiveTicket>((events) => dispatch({ type: 'live', events }));
    const stops = [
      afterGaps(reload),
      live.on('ticket', (data) => changes.add(data as LiveTicket)),
      live.on('appMessage', (data) => {
        const { ticket } = data as LiveMessage;
        if (ticket) changes.add({ action: 'update', ticket });
      }),
      live.on('tag', reload),
    ];
    return () => {
      changes.stop();
      for (const stop of stops) stop();
    };
  }, [dispatch, reload]);
}

function useCounts(state: BoardState, dispatch: Dispatch<BoardAction>): void {
  const { areCountsStale, counted, filter } = state;
  const changes = useRef(state.changes);
  changes.current = state.changes;
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts that are stale again are asked for again
  useEffect(() => {
    if (!areCountsStale) return;
    const running = new AbortController();
    const timer = setTimeout(() => {
      const since = changes.current;
      api
        .get<ColumnCounts>('/kanban/counts', { query: filter, signal: running.signal })
        .then((counts) => dispatch({ type: 'counts', counts, since }))
        .catch(() => undefined);
    }, COUNT_DELAY_MS);
    return () => {
      clearTimeout(timer);
      running.abort();
    };
  }, [areCountsStale, counted, filter, dispatch]);
}
