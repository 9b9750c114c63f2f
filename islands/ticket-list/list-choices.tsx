import { useT } from '@views/i18n.tsx';
import type { DeskFilter, DeskMe, DeskQueue } from '@views/parts/tickets/desk.ts';
import { safeColor } from '@views/ui/contrast.ts';
import { Icon } from '@views/ui/icon.tsx';
import { Menu, MenuItem } from '@views/ui/menu.tsx';

type Props = { filter: DeskFilter; onChange: (filter: DeskFilter) => void };

export function WaitingOrder({ filter, onChange }: Props) {
  const t = useT();
  const { sort, ...rest } = filter;
  return (
    <button
      type="button"
      data-sort={sort ?? 'oldest'}
      title={t('tickets:sort.turn')}
      onClick={() => onChange(sort ? rest : { ...filter, sort: 'newest' })}
      className="flex min-h-8 w-full items-center gap-1.5 px-3 pb-1 text-muted text-xs hover:text-base-content pointer-coarse:min-h-11"
    >
      <Icon name={sort ? 'arrow-down' : 'arrow-up'} size={14} />
      {t(`tickets:sort.${sort ?? 'oldest'}`)}
    </button>
  );
}

export function ListFilters({ me, queues, filter, onChange }: Props & { me: DeskMe; queues: DeskQueue[] }) {
  const t = useT();
  return (
    <>
      {me.canShowAll ? (
        <label className="flex shrink-0 cursor-pointer items-center gap-2 px-1 text-sm pointer-coarse:min-h-11">
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
    </>
  );
}

function QueueFilter({ queues, filter, onChange }: Props & { queues: DeskQueue[] }) {
  const t = useT();
  const chosen = filter.queueIds;
  const toggle = (id: number) =>
    onChange({
      ...filter,
      queueIds: chosen.includes(id)
        ? chosen.filter((one) => one !== id)
        : [...chosen, id].sort((a, b) => a - b),
    });
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
