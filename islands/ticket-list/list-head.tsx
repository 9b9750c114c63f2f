import { useT } from '@views/i18n.tsx';
import type { DeskFilter, DeskMe, DeskQueue } from '@views/parts/tickets/desk.ts';
import { safeColor } from '@views/ui/contrast.ts';
import { Icon } from '@views/ui/icon.tsx';
import { Menu, MenuItem } from '@views/ui/menu.tsx';
import type { ReactNode } from 'react';
import type { TicketCounts, TicketStatus } from '@/modules/tickets/tickets.schema.ts';

type Props = {
  me: DeskMe;
  queues: DeskQueue[];
  filter: DeskFilter;
  counts: TicketCounts;
  onChange: (filter: DeskFilter) => void;
};

/** Tabs, the queue filter and the switch for everybody's tickets. */
export function ListHead({ me, queues, filter, counts, onChange }: Props) {
  const t = useT();
  const show = (status: TicketStatus) => onChange({ ...filter, status });
  const isClosed = filter.status === 'closed';
  return (
    <div className="shrink-0 border-base-300 border-b">
      <div className="flex items-center gap-1 px-3 pt-2">
        <div role="tablist" aria-label={t('tickets:tabs.label')} className="tab-row mb-0! grow border-b-0!">
          <TabButton isOn={!isClosed} onClick={() => show('open')} name="open-tab">
            <Icon name="inbox" size={18} className="max-[420px]:hidden" /> {t('tickets:tabs.open')}
          </TabButton>
          <TabButton isOn={isClosed} onClick={() => show('closed')} name="closed-tab">
            <Icon name="check-check" size={18} className="max-[420px]:hidden" /> {t('tickets:tabs.closed')}
          </TabButton>
        </div>
        {me.canShowAll ? (
          <label className="flex shrink-0 cursor-pointer items-center gap-2 px-1 text-sm">
            <input
              type="checkbox"
              name="showAll"
              className="toggle toggle-primary toggle-sm"
              checked={filter.showAll}
              onChange={(event) => onChange({ ...filter, showAll: event.currentTarget.checked })}
            />
            {t('tickets:showAll')}
          </label>
        ) : null}
        {queues.length > 0 ? <QueueFilter queues={queues} filter={filter} onChange={onChange} /> : null}
      </div>
      {isClosed ? null : (
        <div role="tablist" aria-label={t('tickets:tabs.sub')} className="grid grid-cols-2 gap-1 p-2">
          <SubTab
            isOn={filter.status === 'open'}
            onClick={() => show('open')}
            count={counts.open}
            name="assigned"
          >
            {t('tickets:tabs.assigned')}
          </SubTab>
          <SubTab
            isOn={filter.status === 'pending'}
            onClick={() => show('pending')}
            count={counts.pending}
            name="pending"
          >
            {t('tickets:tabs.pending')}
          </SubTab>
        </div>
      )}
    </div>
  );
}

type TabProps = { isOn: boolean; onClick: () => void; name: string; children: ReactNode };

function TabButton({ isOn, onClick, name, children }: TabProps) {
  return (
    <button type="button" role="tab" aria-selected={isOn} data-tab={name} onClick={onClick}>
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
      className={`flex h-9 items-center justify-center gap-2 rounded-field font-medium text-sm pointer-coarse:h-11 ${
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
