import { useT } from '@views/i18n.tsx';
import { type DeskFilter, type DeskView, filterFor, viewOf } from '@views/parts/tickets/desk.ts';
import { MenuCard, MenuChoice } from '@views/ui/menu.tsx';
import type { TicketCounts } from '@/modules/tickets/tickets.views.ts';
import { lines, NO_LINES } from '../desk/lines.ts';
import { useStore } from '../desk/store.ts';
import { ChoiceRows } from './choice-menu.tsx';
import type { ListHeadProps } from './list-head.tsx';
import { useOtherPins } from './pins.ts';

const ASIDE: [view: DeskView, name: string][] = [
  ['snoozed', 'snoozed'],
  ['team', 'team'],
  ['closed', 'closed-tab'],
];

export function ListMenus(props: ListHeadProps) {
  const { me, queues, filter, counts, isCompact, onChange, onCompact } = props;
  const t = useT();
  useOtherPins(me, props.onPins);
  const connections = [...useStore(lines, NO_LINES).values()];
  const view = viewOf(filter);
  const isCounted = (name: DeskView): name is keyof TicketCounts & DeskView => name in counts;
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
              choices={queues}
              chosen={filter.queueIds}
              onChange={(ids) => onChange({ ...filter, queueIds: ids.sort((a, b) => a - b) })}
            />
          </fieldset>
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

function onConnections({ whatsappIds: _before, ...filter }: DeskFilter, ids: number[]): DeskFilter {
  return ids.length > 0 ? { ...filter, whatsappIds: ids.sort((a, b) => a - b) } : filter;
}
