import { useT } from '@views/i18n.tsx';
import {
  filterFor,
  viewOf,
  type WorkspaceFilter,
  type WorkspaceQueue,
  type WorkspaceUser,
} from '@views/parts/tickets/workspace.ts';
import { IconButton } from '@views/ui/button.tsx';
import { Icon } from '@views/ui/icons/icon.tsx';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import type { TicketCounts, TicketView } from '@/modules/tickets/tickets.views.ts';
import { openDialog } from '../workspace/navigation.ts';
import type { ListExtras } from './extras.ts';
import { ListLine } from './list-line.tsx';
import type { PinsEvent } from './pins.ts';

export type ListHeaderProps = {
  me: WorkspaceUser;
  queues: WorkspaceQueue[];
  filter: WorkspaceFilter;
  counts: TicketCounts;
  chosen: TicketView[];
  rows: TicketView[];
  isCompact: boolean;
  extras: ListExtras | undefined;
  onChoose: (ids: ReadonlySet<number>) => void;
  onChange: (filter: WorkspaceFilter) => void;
  onCompact: (isCompact: boolean) => void;
  onPins: PinsEvent;
};

export function ListHeader(props: ListHeaderProps) {
  const { me, queues, filter, counts, chosen, rows, extras, onChoose, onChange } = props;
  const t = useT();
  const view = viewOf(filter);
  const isOtherView = view !== 'open' && view !== 'pending';
  const segment = (name: string, next: 'open' | 'pending') => ({
    name,
    isOn: view === next,
    onClick: () => onChange(filterFor(next, filter)),
  });
  return (
    <div className="shrink-0">
      <h2 className="large-title">{t('tickets:title')}</h2>
      <div className="list-bar">
        {chosen.length > 0 ? (
          extras && <extras.BulkBar chosen={chosen} rows={rows} onChoose={onChoose} />
        ) : (
          <>
            <div role="tablist" aria-label={t('tickets:tabs.label')} className="segments">
              <Segment {...segment('assigned', 'open')}>
                <Line>{t('tickets:tabs.assigned')}</Line>
                <Count name="assigned" count={counts.open} />
              </Segment>
              <Segment {...segment('pending', 'pending')}>
                <Line>{t('tickets:tabs.pending')}</Line>
                <Count name="pending" count={counts.pending} />
              </Segment>
              <Segment
                name="more"
                isOn={isOtherView}
                popoverTarget="more-views"
                aria-haspopup="menu"
                aria-label={isOtherView ? undefined : t('tickets:tabs.more')}
                data-view={isOtherView ? view : undefined}
              >
                {isOtherView ? <Line>{t(`tickets:tabs.${view}`)}</Line> : null}
                <Icon name="chevron-down" size={16} />
              </Segment>
            </div>
            <IconButton
              icon="search"
              label={t('tickets:tabs.search')}
              data-tab="search-tab"
              aria-pressed={view === 'search'}
              onClick={() => onChange(filterFor(view === 'search' ? 'open' : 'search', filter))}
            />
            <IconButton
              icon="plus"
              label={t('tickets:newTicket')}
              className="main-action"
              data-new-ticket=""
              onClick={() => void openDialog('/tickets/new')}
            />
          </>
        )}
      </div>
      {filter.search ? (
        <div className="min-h-14">
          {extras ? (
            <extras.SearchBar me={me} filter={filter} search={filter.search} onChange={onChange} />
          ) : (
            <i data-opening="" />
          )}
        </div>
      ) : null}
      <ListLine queues={queues} filter={filter} onChange={onChange} />
      {extras ? <extras.ListMenus {...props} /> : null}
    </div>
  );
}

type SegmentProps = { isOn: boolean; name: string } & ButtonHTMLAttributes<HTMLButtonElement>;

function Segment({ isOn, name, ...rest }: SegmentProps) {
  return <button type="button" role="tab" aria-selected={isOn} data-tab={name} {...rest} />;
}

function Line({ children }: { children: ReactNode }) {
  return <span className="truncate">{children}</span>;
}

function Count({ name, count }: { name: string; count: number }) {
  return (
    <span className={count > 0 ? 'font-semibold' : ''} data-count={name}>
      {count}
    </span>
  );
}
