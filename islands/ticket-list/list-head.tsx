import { useT } from '@views/i18n.tsx';
import {
  type DeskFilter,
  type DeskMe,
  type DeskQueue,
  type DeskView,
  viewOf,
} from '@views/parts/tickets/desk.ts';
import { IconButton } from '@views/ui/button.tsx';
import { safeColor } from '@views/ui/contrast.ts';
import { Menu, MenuItem } from '@views/ui/menu.tsx';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { TicketCounts, TicketView } from '@/modules/tickets/tickets.schema.ts';
import { openDialog } from '../desk/navigation.ts';

/** Few look for something, and few choose many: both come when first used. */
const SearchBar = lazy(() => import('./extras.ts').then((module) => ({ default: module.SearchBar })));
const BulkBar = lazy(() => import('./extras.ts').then((module) => ({ default: module.BulkBar })));

type Props = {
  me: DeskMe;
  queues: DeskQueue[];
  filter: DeskFilter;
  counts: TicketCounts;
  /** The chosen rows; while there are any, what can be done with them takes the place of the tools. */
  chosen: TicketView[];
  onClear: () => void;
  onChange: (filter: DeskFilter) => void;
};

const NO_SEARCH = { text: '', tagIds: [], userIds: [] };

/** Tools, tabs, and the filters of the open tab or of the search. */
export function ListHead({ me, queues, filter, counts, chosen, onClear, onChange }: Props) {
  const t = useT();
  const isAlive = useIsAlive();
  const view = viewOf(filter);
  const { queueIds, showAll } = filter;
  const show = (next: DeskView) =>
    onChange({
      queueIds,
      showAll,
      status: next === 'snoozed' || next === 'search' ? 'open' : next,
      ...(next === 'snoozed' && { snoozed: true }),
      ...(next === 'search' && { search: filter.search ?? NO_SEARCH }),
    });
  const tab = (name: string, next: DeskView, isOn = view === next) => ({
    name,
    isOn,
    onClick: () => show(next),
  });
  const sub = (name: string, next: keyof TicketCounts) => ({ ...tab(name, next), count: counts[next] });
  const isOpen = view !== 'closed' && view !== 'search';
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
            {me.canShowAll ? (
              <label className="flex shrink-0 cursor-pointer items-center gap-2 px-1 text-sm pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  name="showAll"
                  className="toggle toggle-primary toggle-sm"
                  checked={showAll}
                  onChange={(event) => onChange({ ...filter, showAll: event.currentTarget.checked })}
                />
                {t('tickets:showAll')}
              </label>
            ) : null}
            {queues.length > 0 ? <QueueFilter queues={queues} filter={filter} onChange={onChange} /> : null}
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
        className="tab-row mb-0! grid grid-cols-3 px-2"
      >
        <TabButton {...tab('open-tab', 'open', isOpen)}>{t('tickets:tabs.open')}</TabButton>
        <TabButton {...tab('closed-tab', 'closed')}>{t('tickets:tabs.closed')}</TabButton>
        <TabButton {...tab('search-tab', 'search')}>{t('tickets:tabs.search')}</TabButton>
      </div>
      {isOpen ? (
        <div role="tablist" aria-label={t('tickets:tabs.sub')} className="grid grid-cols-3 gap-1 p-2">
          <SubTab {...sub('assigned', 'open')}>{t('tickets:tabs.assigned')}</SubTab>
          <SubTab {...sub('pending', 'pending')}>{t('tickets:tabs.pending')}</SubTab>
          <SubTab {...sub('snoozed', 'snoozed')}>{t('tickets:tabs.snoozed')}</SubTab>
        </div>
      ) : null}
      {filter.search ? (
        <div className="min-h-14">
          {isAlive ? (
            <Suspense fallback={<i data-opening="" />}>
              <SearchBar me={me} filter={filter} search={filter.search} onChange={onChange} />
            </Suspense>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** False on the server and while hydrating: what comes later is not in the server's markup. */
function useIsAlive(): boolean {
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return isAlive;
}

type TabProps = { isOn: boolean; onClick: () => void; name: string; children: ReactNode };

function TabButton({ isOn, onClick, name, children }: TabProps) {
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
    </button>
  );
}

function SubTab({ isOn, onClick, count, name, children }: TabProps & { count: number }) {
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isOn}
      data-tab={name}
      onClick={onClick}
      className={`flex h-9 items-center justify-center gap-1.5 rounded-field font-medium text-[0.8125rem] pointer-coarse:h-11 ${
        isOn ? 'bg-base-content/10' : 'text-muted hover:bg-base-content/5'
      }`}
    >
      {children}
      <span
        className={`badge badge-sm ${isOn && count > 0 ? 'badge-primary' : 'badge-quiet'}`}
        data-count={name}
      >
        {count}
      </span>
    </button>
  );
}

function QueueFilter({ queues, filter, onChange }: Pick<Props, 'queues' | 'filter' | 'onChange'>) {
  const t = useT();
  const chosen = filter.queueIds;
  const toggle = (id: number) =>
    onChange({
      ...filter,
      queueIds: chosen.includes(id)
        ? chosen.filter((one) => one !== id)
        : [...chosen, id].sort((a, b) => a - b),
    });
  // Several may be chosen: the menu stays open.
  const choose = (then: () => void) => (event: { stopPropagation(): void }) => {
    event.stopPropagation();
    then();
  };
  return (
    <div className="relative">
      <Menu id="queue-filter" label={t('tickets:queueFilter')} icon="filter">
        <MenuItem
          role="menuitemcheckbox"
          aria-checked={chosen.length === 0}
          icon={chosen.length === 0 ? 'check' : undefined}
          onClick={choose(() => onChange({ ...filter, queueIds: [] }))}
        >
          {t('tickets:allQueues')}
        </MenuItem>
        {queues.map((queue) => (
          <MenuItem
            key={queue.id}
            role="menuitemcheckbox"
            aria-checked={chosen.includes(queue.id)}
            icon={chosen.includes(queue.id) ? 'check' : undefined}
            data-queue={queue.id}
            onClick={choose(() => toggle(queue.id))}
          >
            <span
              aria-hidden="true"
              className="mr-2 inline-block size-2.5 rounded-full"
              style={{ backgroundColor: safeColor(queue.color) }}
            />
            {queue.name}
          </MenuItem>
        ))}
      </Menu>
      {chosen.length > 0 ? (
        <span className="badge badge-primary badge-xs -top-0.5 pointer-events-none absolute right-0">
          {chosen.length}
        </span>
      ) : null}
    </div>
  );
}
