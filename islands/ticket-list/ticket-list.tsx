import { useT } from '@views/i18n.tsx';
import { type DeskFilter, type DeskMe, type DeskQueue, deskHref } from '@views/parts/tickets/desk.ts';
import { Button } from '@views/ui/button.tsx';
import { EmptyState } from '@views/ui/empty-state.tsx';
import { SkeletonRows } from '@views/ui/skeleton.tsx';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { TicketCounts, TicketPage, TicketView } from '@/modules/tickets/tickets.schema.ts';
import { startDeskControls } from '../desk/desk-controls.ts';
import { loadDrafts } from '../desk/drafts.ts';
import { changeFilter, route, startNavigation } from '../desk/navigation.ts';
import { useStore } from '../desk/store.ts';
import { actOnTicket, type TicketAction } from '../desk/ticket-actions.ts';
import { useNow } from '../desk/use-now.ts';
import { ListHead } from './list-head.tsx';
import { rowsOf } from './list-state.ts';
import { rememberedQueues, rememberQueues } from './queue-memory.ts';
import { RowActions } from './row-actions.tsx';
import { TicketRows } from './ticket-rows.tsx';
import { useTicketList } from './use-ticket-list.ts';

export type TicketListProps = {
  me: DeskMe;
  /** The first page of the tab that `filter` names. */
  page: TicketPage;
  counts: TicketCounts;
  queues: DeskQueue[];
  filter: DeskFilter;
  /** uuid of the ticket in the pane. */
  selected: string | null;
  /** Milliseconds: the server's clock when it rendered. */
  now: number;
};

/** The desk's left column: tabs, filters, and any number of tickets kept up to date. */
export function TicketList({ me, page, counts, queues, filter, selected, now: start }: TicketListProps) {
  const t = useT();
  const now = useNow(start);
  const here = useStore(route, { uuid: selected, filter });
  const { state, dispatch, loadMore, reload } = useTicketList({ me, filter, page, counts });
  const [held, setHeld] = useState<{ id: number; updatedAt: string } | undefined>();
  const rows = useMemo(() => rowsOf(state, held), [state, held]);
  const tab = state.tabs[state.filter.status];

  // biome-ignore lint/correctness/useExhaustiveDependencies: props are the first render's only
  useEffect(() => {
    const remembered = filter.queueIds.length > 0 ? filter.queueIds : rememberedQueues(me, queues);
    const first = { uuid: selected, filter: { ...filter, queueIds: remembered } };
    route.set(first);
    if (remembered !== filter.queueIds) history.replaceState(history.state, '', deskHref(first));
    loadDrafts(me);
    const stops = [startNavigation(), startDeskControls(me.id, t)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  const change = (next: DeskFilter) => {
    rememberQueues(me, next.queueIds);
    changeFilter(next);
  };
  const hold = useCallback(
    (row: TicketView | undefined) => setHeld(row && { id: row.id, updatedAt: row.updatedAt }),
    [],
  );
  const act = async (action: TicketAction, ticket: TicketView) => {
    const changed = await actOnTicket(action, ticket, me.id, t);
    if (changed) dispatch({ type: 'live', events: [{ action: 'update', ticket: changed }] });
    if (changed && action === 'accept') change({ ...route.get().filter, status: 'open' });
  };

  return (
    <section aria-label={t('tickets:title')} className="flex h-full min-h-0 flex-col bg-base-100">
      <ListHead me={me} queues={queues} filter={state.filter} counts={state.counts} onChange={change} />
      {rows.length > 0 ? (
        <TicketRows
          // Another tab is another list: it begins at its top.
          key={state.filter.status}
          rows={rows}
          route={here}
          now={now}
          hasMore={tab.hasMore}
          onHold={hold}
          onEnd={loadMore}
          actionsOf={(ticket) => <RowActions ticket={ticket} onAct={act} />}
        />
      ) : tab.error ? (
        <EmptyState
          icon="wifi-off"
          title={t('tickets:loadFailed')}
          action={<Button onClick={reload}>{t('common:retry')}</Button>}
        />
      ) : tab.isLoaded ? (
        <Nothing filter={state.filter} />
      ) : (
        <SkeletonRows rows={8} label={t('common:loading')} />
      )}
    </section>
  );
}

/** An empty tab says what fills it. */
function Nothing({ filter }: { filter: DeskFilter }) {
  const t = useT();
  const icon = filter.status === 'closed' ? 'archive' : filter.status === 'pending' ? 'clock' : 'inbox';
  const hint = filter.queueIds.length > 0 ? 'tickets:empty.filtered' : `tickets:empty.${filter.status}Hint`;
  const title = filter.status === 'open' && filter.showAll ? 'openAll' : filter.status;
  return <EmptyState icon={icon} title={t(`tickets:empty.${title}`)} text={t(hint)} />;
}
