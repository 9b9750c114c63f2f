import { useT } from '@views/i18n.tsx';
import type { DeskFilter, DeskMe, DeskQueue } from '@views/parts/tickets/desk.ts';
import { Icon } from '@views/ui/icon.tsx';
import { ChoiceMenu } from './choice-menu.tsx';

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
      {queues.length > 0 ? (
        <ChoiceMenu
          id="queue-filter"
          icon="filter"
          label={t('tickets:queueFilter')}
          allLabel={t('tickets:allQueues')}
          choices={queues}
          chosen={filter.queueIds}
          onChange={(ids) => onChange({ ...filter, queueIds: ids.sort((a, b) => a - b) })}
        />
      ) : null}
    </>
  );
}
