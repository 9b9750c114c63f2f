import { useT } from '@views/i18n.tsx';
import {
  type DeskFilter,
  type DeskMe,
  type DeskQueue,
  type DeskView,
  filterFor,
  viewOf,
} from '@views/parts/tickets/desk.ts';
import { IconButton } from '@views/ui/button.tsx';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { TicketCounts, TicketView } from '@/modules/tickets/tickets.views.ts';
import { openDialog } from '../desk/navigation.ts';

const SearchBar = lazy(() => import('./extras.ts').then((module) => ({ default: module.SearchBar })));
const ListFilters = lazy(() => import('./extras.ts').then((module) => ({ default: module.ListFilters })));
const WaitingOrder = lazy(() => import('./extras.ts').then((module) => ({ default: module.WaitingOrder })));
const BulkBar = lazy(() => import('./extras.ts').then((module) => ({ default: module.BulkBar })));

type Props = {
  me: DeskMe;
  queues: DeskQueue[];
  filter: DeskFilter;
  counts: TicketCounts;
  chosen: TicketView[];
  onClear: () => void;
  onChange: (filter: DeskFilter) => void;
};

export function ListHead({ me, queues, filter, counts, chosen, onClear, onChange }: Props) {
  const t = useT();
  const isAlive = useIsAlive();
  const view = viewOf(filter);
  const tab = (name: string, next: DeskView, isOn = view === next) => ({
    name,
    isOn,
    onClick: () => onChange(filterFor(next, filter)),
  });
  const sub = (name: string, next: keyof TicketCounts) => ({ ...tab(name, next), count: counts[next] });
  const isOpen = view === 'open' || view === 'pending' || view === 'snoozed';
  return (
    <div className="shrink-0 border-base-300 border-b">
      <div className="flex h-12 items-center gap-1 px-3">
        {chosen.length > 0 ? (
          <Suspense fallback={null}>
            <BulkBar chosen={chosen} onClear={onClear} />
          </Suspense>
        ) : (
          <>
            <h2 className="mr-auto truncate font-semibold text-lg">{t('tickets:title')}</h2>
            <Later
              isAlive={isAlive}
              fallback={
                queues.length > 0 ? <IconButton icon="filter" label={t('tickets:queueFilter')} /> : null
              }
            >
              <ListFilters me={me} queues={queues} filter={filter} onChange={onChange} />
            </Later>
            <IconButton
              icon="plus"
              label={t('tickets:newTicket')}
              variant="primary"
              size="sm"
              data-new-ticket=""
              onClick={() => openDialog('/tickets/new')}
            />
          </>
        )}
      </div>
      <div
        role="tablist"
        aria-label={t('tickets:tabs.label')}
        className="tab-row mb-0! grid auto-cols-fr grid-flow-col px-2"
      >
        <TabButton {...tab('open-tab', 'open', isOpen)}>{t('tickets:tabs.open')}</TabButton>
        {me.canSeeTeam ? <TabButton {...sub('team', 'team')}>{t('tickets:tabs.team')}</TabButton> : null}
        <TabButton {...tab('closed-tab', 'closed')}>{t('tickets:tabs.closed')}</TabButton>
        <TabButton {...tab('search-tab', 'search')}>{t('tickets:tabs.search')}</TabButton>
      </div>
      {isOpen ? (
        <div role="tablist" aria-label={t('tickets:tabs.sub')} className="flex gap-1 p-2">
          <SubTab {...sub('assigned', 'open')}>{t('tickets:tabs.assigned')}</SubTab>
          <SubTab {...sub('pending', 'pending')}>{t('tickets:tabs.pending')}</SubTab>
          <SubTab {...sub('snoozed', 'snoozed')}>{t('tickets:tabs.snoozed')}</SubTab>
        </div>
      ) : null}
      {view === 'pending' ? (
        <div className="min-h-8 pointer-coarse:min-h-11">
          <Later isAlive={isAlive}>
            <WaitingOrder filter={filter} onChange={onChange} />
          </Later>
        </div>
      ) : null}
      {filter.search ? (
        <div className="min-h-14">
          <Later isAlive={isAlive} fallback={<i data-opening="" />}>
            <SearchBar me={me} filter={filter} search={filter.search} onChange={onChange} />
          </Later>
        </div>
      ) : null}
    </div>
  );
}

function Later({
  isAlive,
  fallback = null,
  children,
}: {
  isAlive: boolean;
  fallback?: ReactNode;
  children: ReactNode;
}) {
  return <Suspense fallback={fallback}>{isAlive ? children : fallback}</Suspense>;
}

/** False on the server and while hydrating, so that both renders agree. */
function useIsAlive(): boolean {
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return isAlive;
}

type TabProps = { isOn: boolean; onClick: () => void; name: string; count?: number; children: ReactNode };

function TabButton({ isOn, onClick, name, count, children }: TabProps) {
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isOn}
      data-tab={name}
      onClick={onClick}
      className="justify-center"
    >
      {children}
      {count === undefined ? null : <TabCount name={name} count={count} isOn={isOn} />}
    </button>
  );
}

function SubTab({ isOn, onClick, count = 0, name, children }: TabProps) {
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isOn}
      data-tab={name}
      onClick={onClick}
      className={`flex h-9 min-w-0 flex-auto items-center justify-center gap-1 rounded-field px-0.5 font-medium text-[0.8125rem] pointer-coarse:h-11 ${
        isOn ? 'bg-base-content/10' : 'text-muted hover:bg-base-content/5'
      }`}
    >
      <span className="truncate">{children}</span>
      <TabCount name={name} count={count} isOn={isOn} />
    </button>
  );
}

function TabCount({ name, count, isOn }: { name: string; count: number; isOn: boolean }) {
  return (
    <span
      className={`badge badge-sm ${isOn && count > 0 ? 'badge-primary' : 'badge-quiet'}`}
      data-count={name}
    >
      {count}
    </span>
  );
}
