import { useT } from '@views/i18n.tsx';
import { viewOf, type WorkspaceFilter, type WorkspaceQueue } from '@views/parts/tickets/workspace.ts';
import { Icon } from '@views/ui/icons/icon.tsx';
import { type KnownConnections, knownConnections, NO_CONNECTIONS } from '../workspace/connections.ts';
import { useStore } from '../workspace/store.ts';

type Props = {
  queues: WorkspaceQueue[];
  filter: WorkspaceFilter;
  onChange: (filter: WorkspaceFilter) => void;
};

export function ListLine({ queues, filter, onChange }: Props) {
  const t = useT();
  const { sort, ...rest } = filter;
  const order = sort ?? 'oldest';
  return (
    <div className="list-line">
      {viewOf(filter) === 'pending' ? (
        <button
          type="button"
          data-sort={order}
          title={t('tickets:sort.turn')}
          onClick={() => onChange(sort ? rest : { ...filter, sort: 'newest' })}
        >
          <Icon name={sort ? 'arrow-down' : 'arrow-up'} size={14} />
          <span className="truncate">{t(`tickets:sort.${order}`)}</span>
        </button>
      ) : (
        <span className="truncate">{t('tickets:sort.latest')}</span>
      )}
      <button
        type="button"
        popoverTarget="queue-filter"
        aria-haspopup="menu"
        title={t('tickets:queueFilter')}
        className="ml-auto"
      >
        <span className="truncate">
          {whatOf(filter, queues, useStore(knownConnections, NO_CONNECTIONS), t('tickets:noQueue')) ??
            t(filter.showAll ? 'tickets:showAll' : 'tickets:style')}
        </span>
        <Icon name="filter" size={14} />
      </button>
    </div>
  );
}

function whatOf(
  { queueIds, whatsappIds = [], noQueue }: WorkspaceFilter,
  queues: WorkspaceQueue[],
  connections: KnownConnections,
  withoutQueue: string,
): string | undefined {
  const chosen = [
    ...(noQueue ? [{ name: withoutQueue }] : []),
    ...queues.filter(({ id }) => queueIds.includes(id)),
    ...[...connections.values()].filter(({ id }) => whatsappIds.includes(id)),
  ];
  return chosen.length > 0 ? chosen.map(({ name }) => name).join(', ') : undefined;
}
