import { useT } from '@views/i18n.tsx';
import { filterFor, isBlankSearch, viewOf, type WorkspaceFilter } from '@views/parts/tickets/workspace.ts';
import { Button } from '@views/ui/button.tsx';
import { RenderedState } from '@views/ui/state-markup.tsx';

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
  filter: WorkspaceFilter;
  waiting: number;
  /** Whether the reader has a queue; without one no ticket appears to wait. */
  hasQueue: boolean;
  onChange: (next: WorkspaceFilter) => void;
}) {
  const t = useT();
  const view = viewOf(filter);
  const kind = filter.search && isBlankSearch(filter.search) ? 'searchBlank' : view;
  const onLines = (filter.whatsappIds ?? []).length > 0;
  const isFiltered = (filter.queueIds.length > 0 || filter.noQueue || onLines) && kind !== 'searchBlank';
  const usual = !hasQueue && (kind === 'open' || kind === 'pending') ? 'noQueue' : kind;
  const hint = isFiltered
    ? `tickets:empty.${onLines ? 'filteredByLine' : 'filtered'}`
    : `tickets:empty.${usual}Hint`;
  const title = kind === 'open' && filter.showAll ? 'openAll' : usual;
  const action =
    view === 'open' && waiting > 0 ? (
      <Button variant="primary" data-waiting="" onClick={() => onChange(filterFor('pending', filter))}>
        {t('tickets:empty.seeWaiting', { waiting })}
      </Button>
    ) : isFiltered ? (
      <Button
        onClick={() => onChange({ ...filter, queueIds: [], noQueue: undefined, whatsappIds: undefined })}
      >
        {t(onLines ? 'tickets:empty.showAll' : 'tickets:allQueues')}
      </Button>
    ) : null;
  return (
    <RenderedState
      icon={NOTHING_ICONS[view]}
      title={t(`tickets:empty.${title}`)}
      text={t(hint)}
      action={action}
    />
  );
}
