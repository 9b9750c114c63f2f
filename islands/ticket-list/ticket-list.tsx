import { useI18n } from '@views/i18n.tsx';
import type { Known } from '@views/parts/tickets/ticket-facts.tsx';
import {
  filterFor,
  isBlankSearch,
  shownTicket,
  viewOf,
  type WorkspaceFilter,
  type WorkspaceQueue,
  type WorkspaceUser,
  workspaceHref,
} from '@views/parts/tickets/workspace.ts';
import { Button } from '@views/ui/button.tsx';
import { SkeletonRows } from '@views/ui/skeleton.tsx';
import { RenderedState } from '@views/ui/state-markup.tsx';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { TicketCounts, TicketPage, TicketView } from '@/modules/tickets/tickets.views.ts';
import { sendText } from '../composer/send-text.ts';
import { beginChange } from '../workspace/begin-change.ts';
import { loadDrafts } from '../workspace/drafts.ts';
import { changeFilter, jumpToAddressed, route, startNavigation } from '../workspace/navigation.ts';
import { beginAccepting, cancelOpening, startOpening } from '../workspace/opening.ts';
import { useStore } from '../workspace/store.ts';
import type { TicketAction } from '../workspace/ticket-actions.ts';
import { useNow } from '../workspace/use-now.ts';
import { savePreference, showError } from '../workspace/workspace-api.ts';
import { startWorkspaceControls } from '../workspace/workspace-controls.ts';
import type { ListExtras } from './extras.ts';
import { ListHeader } from './list-header.tsx';
import { rememberChoices, rememberedQueues, rememberedSort } from './list-memory.ts';
import { type Held, rowsOf } from './list-state.ts';
import { Nothing } from './nothing.tsx';
import type { PinsEvent } from './pins.ts';
import { TicketRows } from './ticket-rows.tsx';
import { useSelection } from './use-selection.ts';
import { useTicketList } from './use-ticket-list.ts';

export type TicketListProps = {
  me: WorkspaceUser;
  page: TicketPage;
  counts: TicketCounts;
  queues: WorkspaceQueue[];
  filter: WorkspaceFilter;
  isCompact: boolean;
  pins: TicketView[];
  selected: string | null;
  /** Milliseconds: the server's clock when it rendered. */
  now: number;
};

export function TicketList(props: TicketListProps) {
  const { me, queues, filter, selected, now: start } = props;
  const i18n = useI18n();
  const { t } = i18n;
  const now = useNow(start);
  const here = useStore(route, { uuid: selected, filter });
  const { state, latest, dispatch, loadMore, retry } = useTicketList(props);
  const [held, setHeld] = useState<Held | undefined>();
  const rows = useMemo(() => rowsOf(state, held), [state, held]);
  const view = viewOf(state.filter);
  const tab = state.tabs[view];
  const selection = useSelection(rows, view);
  const [extras, setExtras] = useState<ListExtras>();
  const [isCompact, setCompact] = useState(props.isCompact);
  const [menu, setMenu] = useState<{ ticket: TicketView; anchor: HTMLElement } | undefined>();
  const openMenu = useCallback((ticket: TicketView, anchor: HTMLElement) => setMenu({ ticket, anchor }), []);
  const closeMenu = useCallback(() => setMenu(undefined), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: props are the first render's only
  useEffect(() => {
    if (selected) jumpToAddressed(selected);
    const isChosen = filter.noQueue || filter.queueIds.length > 0;
    const queueIds = isChosen ? filter.queueIds : rememberedQueues(me, queues);
    const sort = filter.sort ?? rememberedSort(me);
    const first = { uuid: selected, filter: { ...filter, queueIds, ...(sort && { sort }) } };
    route.set(first);
    if (workspaceHref(first) !== workspaceHref({ uuid: selected, filter }))
      history.replaceState(history.state, '', workspaceHref(first));
    loadDrafts(me);
    void import('./extras.ts').then(setExtras, () => undefined);
    const stops = [
      startNavigation(),
      startOpening(me.id, (text) => sendText(me, text)),
      startWorkspaceControls(me.id, t),
    ];
    void import('../workspace/surroundings.ts').then((later) =>
      stops.push(later.startSurroundings(me.id, i18n)),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  const pin: PinsEvent = (pins, ticket) => {
    dispatch({ type: 'live', events: [{ action: 'update', ticket }] });
    dispatch({ type: 'pins', pins });
  };
  const change = (next: WorkspaceFilter) => {
    rememberChoices(me, next);
    changeFilter(next);
  };
  const act = useCallback(
    async (action: TicketAction, ticket: TicketView) => {
      const isWanted = beginAccepting(action, ticket);
      const { clock } = latest.current;
      const changed = await beginChange(import('../workspace/surroundings.ts'), (later) => {
        const target = { ...ticket, meantFor: shownTicket(ticket), ...(isWanted && { isWanted }) };
        return later.actOnTicket(action, target, me.id, t);
      }).catch((error: unknown) => {
        if (isWanted?.()) cancelOpening();
        showError(error, t);
      });
      if (!changed) return;
      // The answer is waited for until the pane has come: the change may be undone by then.
      const { touched, tickets } = latest.current;
      const newer = (touched.get(ticket.id) ?? 0) > clock && tickets.get(ticket.id);
      if (!newer) dispatch({ type: 'live', events: [{ action: 'update', ticket: changed }] });
      if ((newer || changed).status === 'open' && (action === 'accept' || action === 'take')) {
        changeFilter(filterFor('open', route.get().filter), false);
      }
    },
    [me, t, dispatch, latest],
  );

  const known = useMemo(() => knownOf(state.filter, queues), [state.filter, queues]);

  return (
    <section aria-label={t('tickets:title')} className="list-pane">
      <ListHeader
        me={me}
        queues={queues}
        filter={state.filter}
        counts={state.counts}
        chosen={selection.chosen}
        rows={rows}
        isCompact={isCompact}
        extras={extras}
        onChoose={selection.choose}
        onChange={change}
        onPins={pin}
        onCompact={(next) => {
          setCompact(next);
          void savePreference('list.compact', next).catch((error) => showError(error, t));
        }}
      />
      {rows.length > 0 ? (
        <TicketRows
          key={`${view}${state.filter.sort}${isCompact}`}
          rows={rows}
          route={here}
          now={now}
          tab={tab}
          onRetry={retry}
          onHold={setHeld}
          onEnd={loadMore}
          isTeam={view === 'team'}
          isCompact={isCompact}
          known={known}
          pins={state.pins}
          selection={selection}
          meId={me.id}
          hasManyConnections={me.hasManyConnections}
          onAct={act}
          onMenu={openMenu}
        />
      ) : tab.error ? (
        <RenderedState
          icon="wifi-off"
          title={t('tickets:loadFailed')}
          action={<Button onClick={retry}>{t('common:retry')}</Button>}
        />
      ) : tab.isLoaded || (state.filter.search && isBlankSearch(state.filter.search)) ? (
        <Nothing
          filter={state.filter}
          waiting={state.counts.pending}
          hasQueue={me.canShowAll || queues.length > 0}
          onChange={change}
        />
      ) : (
        <SkeletonRows rows={8} label={t('common:loading')} />
      )}
      {menu && extras ? (
        <extras.RowMenu
          key={menu.ticket.id}
          {...menu}
          me={me}
          isPinned={state.pins.includes(menu.ticket.id)}
          onAct={act}
          onPins={pin}
          onSelect={(ticket) => selection.toggle(ticket.id)}
          onClose={closeMenu}
        />
      ) : menu ? (
        <i data-opening="" />
      ) : null}
    </section>
  );
}

function knownOf(filter: WorkspaceFilter, queues: WorkspaceQueue[]): Known {
  const queueIds = filter.queueIds.length > 0 ? filter.queueIds : queues.map(({ id }) => id);
  const [only = null] = queueIds.length === 1 ? queueIds : [];
  return { queueId: only, tagIds: filter.search?.tagIds ?? [] };
}
