import { useT } from '@views/i18n.tsx';
import {
  filterFor,
  viewOf,
  type WorkspaceFilter,
  type WorkspaceView,
} from '@views/parts/tickets/workspace.ts';
import { MenuCard, MenuChoice } from '@views/ui/menu.tsx';
import type { TicketCounts } from '@/modules/tickets/tickets.views.ts';
import { knownConnections, NO_CONNECTIONS } from '../workspace/connections.ts';
import { useStore } from '../workspace/store.ts';
import { ChoiceRows } from './choice-menu.tsx';
import type { ListHeaderProps } from './list-header.tsx';
import { useOtherPins } from './pins.ts';

const ASIDE: [view: WorkspaceView, name: string][] = [
  ['snoozed', 'snoozed'],
  ['team', 'team'],
  ['closed', 'closed-tab'],
];

export function ListMenus(props: ListHeaderProps) {
  const { me, queues, filter, counts, isCompact, onChange, onCompact } = props;
  const t = useT();
  useOtherPins(me, props.onPins);
  const connections = [...useStore(knownConnections, NO_CONNECTIONS).values()];
  const view = viewOf(filter);
  const isCounted = (name: WorkspaceView): name is keyof TicketCounts & WorkspaceView => name in counts;
  return (
    <>
      <MenuCard id="more-views" label={t('tickets:tabs.more')}>
        {ASIDE.filter(([name]) => name !== 'team' || me.canSeeTeam).map(([next, name]) => (
          <MenuChoice
            key={next}
            checked={view === next}
            data-tab={name}
            onClick={() => onChange(filterFor(next, filter))}
          >
            {t(`tickets:tabs.${next}`)}
            {isCounted(next) ? (
              <span className="ml-2 text-muted" data-count={next}>
                {counts[next]}
              </span>
            ) : null}
          </MenuChoice>
        ))}
      </MenuCard>
      <MenuCard id="queue-filter" label={t('tickets:queueFilter')}>
        {me.canShowAll ? (
          <MenuChoice
            role="menuitemcheckbox"
            onClick={() => onChange({ ...filter, showAll: !filter.showAll })}
            checked={filter.showAll}
            data-show-all=""
          >
            {t('tickets:showAll')}
          </MenuChoice>
        ) : null}
        {queues.length > 0 ? (
          <fieldset aria-label={t('tickets:queueFilter')} className="menu-part">
            <ChoiceRows
              allLabel={t('tickets:allQueues')}
              mayBeAll={!filter.noQueue}
              choices={queues}
              chosen={filter.queueIds}
              onChange={(ids) => onChange(inQueues(filter, ids))}
            />
          </fieldset>
        ) : null}
        {me.canSeeWithoutQueue ? (
          <MenuChoice
            role="menuitemcheckbox"
            checked={filter.noQueue ?? false}
            data-no-queue=""
            onClick={() => onChange(filter.noQueue ? inQueues(filter, []) : withoutQueue(filter))}
          >
            {t('tickets:noQueue')}
          </MenuChoice>
        ) : null}
        {connections.length > 1 ? (
          <fieldset aria-label={t('tickets:connectionFilter')} className="menu-part" data-connections="">
            <ChoiceRows
              allLabel={t('tickets:allConnections')}
              choices={connections}
              chosen={filter.whatsappIds ?? []}
              onChange={(ids) => onChange(onConnections(filter, ids))}
            />
          </fieldset>
        ) : null}
        <MenuChoice
          role="menuitemcheckbox"
          checked={isCompact}
          data-compact=""
          onClick={() => onCompact(!isCompact)}
        >
          {t('tickets:compact')}
        </MenuChoice>
      </MenuCard>
    </>
  );
}

function inQueues({ noQueue: _before, ...filter }: WorkspaceFilter, ids: number[]): WorkspaceFilter {
  return { ...filter, queueIds: ids.sort((a, b) => a - b) };
}

function withoutQueue(filter: WorkspaceFilter): WorkspaceFilter {
  return { ...filter, queueIds: [], noQueue: true };
}

function onConnections({ whatsappIds: _before, ...filter }: WorkspaceFilter, ids: number[]): WorkspaceFilter {
  return ids.length > 0 ? { ...filter, whatsappIds: ids.sort((a, b) => a - b) } : filter;
}
