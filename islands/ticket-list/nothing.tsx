import { useT } from '@views/i18n.tsx';
import { type DeskFilter, filterFor, isBlankSearch, viewOf } from '@views/parts/tickets/desk.ts';
import { Button } from '@views/ui/button.tsx';
import { DrawnState } from '@views/ui/drawn-state.tsx';

const NOTHING_ICONS = {
  open: 'inbox',
  pending: 'clock',
  team: 'users',
  closed: 'archive',
  snoozed: 'timer',
  search: 'search',
} as const;

export function Nothing({
  filter,
  waiting,
  hasQueue,
  onChange,
}: {
  filter: DeskFilter;
  waiting: number;
  /** Of the reader; without one nobody seems to wait. */
  hasQueue: boolean;
  onChange: (next: DeskFilter) => void;
}) {
  const t = useT();
  const view = viewOf(filter);
  const kind = filter.search && isBlankSearch(filter.search) ? 'searchBlank' : view;
  const onLines = (filter.whatsappIds ?? []).length > 0;
  const isFiltered = (filter.queueIds.length > 0 || onLines) && kind !== 'searchBlank';
  const usual = view === 'pending' && !hasQueue ? 'noQueue' : kind;
  const hint = isFiltered
    ? `tickets:empty.${onLines ? 'filteredByLine' : 'filtered'}`
    : `tickets:empty.${usual}Hint`;
  const title = view === 'open' && filter.showAll ? 'openAll' : kind;
  const action =
    view === 'open' && waiting > 0 ? (
      <Button variant="primary" data-waiting="" onClick={() => onChange(filterFor('pending', filter))}>
        {t('tickets:empty.seeWaiting', { waiting })}
      </Button>
    ) : isFiltered ? (
      <Button onClick={() => onChange({ ...filter, queueIds: [], whatsappIds: undefined })}>
        {t(onLines ? 'tickets:empty.showAll' : 'tickets:allQueues')}
      </Button>
    ) : null;
  return (
    <DrawnState
      icon={NOTHING_ICONS[view]}
      title={t(`tickets:empty.${title}`)}
      text={t(hint)}
      action={action}
    />
  );
}
