import { useI18n, useT } from '@views/i18n.tsx';
import { listTime } from '@views/parts/messages/dates.ts';
import { ageOfTicket } from '@views/parts/tickets/age-label.tsx';
import { SHORTCUTS } from '@views/parts/tickets/shortcuts.ts';
import type { Known } from '@views/parts/tickets/ticket-facts.tsx';
import { TicketRow, type TicketRowProps } from '@views/parts/tickets/ticket-row.tsx';
import { type WorkspaceRoute, workspaceHref } from '@views/parts/tickets/workspace.ts';
import { useRender } from '@views/render-context.tsx';
import { Button } from '@views/ui/button.tsx';
import { SkeletonRows } from '@views/ui/skeleton.tsx';
import { Spinner } from '@views/ui/spinner.tsx';
import { memo, useEffect, useRef } from 'react';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { contactName } from '@/schemas/phone-number.schema.ts';
import { localMessages } from '../conversation/message/local-message.ts';
import { downConnection, knownConnections, NO_CONNECTIONS } from '../workspace/connections.ts';
import { attached, drafts, recordings } from '../workspace/drafts.ts';
import { people } from '../workspace/presence.ts';
import type { SendQueueEntry } from '../workspace/send-queue.ts';
import { unsent } from '../workspace/sending.ts';
import { useStore } from '../workspace/store.ts';
import { typing } from '../workspace/typing.ts';
import { rowHeightOf } from './anchor.ts';
import { type TabState, withLastMessage } from './list-state.ts';
import { type ActionsProps, RowActions } from './row-actions.tsx';
import { useRowWindow } from './use-row-window.ts';
import { useScrollWindow } from './use-scroll-window.ts';
import type { useSelection } from './use-selection.ts';

const IN_LIST = [...SHORTCUTS.next, ...SHORTCUTS.previous, ...SHORTCUTS.open].join(' ');
const NEXT_PAGE_PX = 100;
const NOBODY: ReadonlyMap<number, never> = new Map<number, never>();
const NO_ENTRIES: readonly SendQueueEntry[] = [];
type Selection = Pick<ReturnType<typeof useSelection>, 'chosen' | 'listeners'>;

type Props = {
  rows: TicketView[];
  route: WorkspaceRoute;
  now: number;
  tab: TabState;
  onRetry: () => void;
  onHold: (row: TicketView | undefined) => void;
  onEnd: () => void;
  meId: number;
  hasManyConnections: boolean;
  onAct: ActionsProps['onAct'];
  onMenu: ActionsProps['onMenu'];
  selection: Selection;
  isTeam: boolean;
  isCompact: boolean;
  known: Known;
  pins: readonly number[];
};

export function TicketRows({
  rows,
  route,
  now,
  tab,
  onRetry,
  onHold,
  onEnd,
  meId,
  hasManyConnections,
  onAct,
  onMenu,
  selection,
  isTeam,
  isCompact,
  known,
  pins,
}: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const hasMore = tab.hasMore && !tab.error;
  const render = useRender();
  const scroller = useRef<HTMLDivElement>(null);
  const byTicket = {
    drafts: useStore(drafts, NOBODY),
    files: useStore(attached, NOBODY),
    recordings: useStore(recordings, NOBODY),
    typing: useStore(typing, NOBODY),
    people: useStore(people, NOBODY),
  };
  const entries = useStore(unsent, NO_ENTRIES);
  const connections = useStore(knownConnections, NO_CONNECTIONS);
  // From the server, so that no row moves when the connections arrive.
  const hasMany = connections.size > 0 ? connections.size > 1 : hasManyConnections;
  const namesConnection = hasMany && route.filter.whatsappIds?.length !== 1;
  const rowHeight = rowHeightOf(isCompact);
  const window = useScrollWindow(scroller, rows, rowHeight, onHold);
  const view = useRowWindow(scroller, rows.length, { spacer: window.spacer, rowHeight });

  const draftOf = (ticketId: number): string | undefined =>
    byTicket.drafts.get(ticketId) ??
    byTicket.files.get(ticketId)?.[0]?.file.name ??
    (byTicket.recordings.has(ticketId) ? t('messages:kind.audio') : undefined);

  const isNearEnd = view.end * rowHeight > rows.length * rowHeight - NEXT_PAGE_PX;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that was shorter than the room asks for the next
  useEffect(() => {
    if (hasMore && isNearEnd) onEnd();
  }, [hasMore, isNearEnd, tab, onEnd]);

  return (
    <div
      ref={scroller}
      data-scroller=""
      className="min-h-0 grow overflow-y-auto overscroll-contain [overflow-anchor:none]"
      {...window.listeners}
      {...(isTeam ? {} : selection.listeners)}
    >
      <ul
        aria-label={t('tickets:list')}
        aria-keyshortcuts={IN_LIST}
        className="ticket-list relative"
        style={{ height: rows.length * rowHeight, marginTop: window.spacer, marginBottom: window.tail }}
      >
        {rows.slice(view.start, view.end).map((ticket, offset) => {
          const index = view.start + offset;
          return (
            <li
              key={ticket.id}
              aria-setsize={tab.hasMore || !tab.isLoaded ? -1 : rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${index * rowHeight}px)` }}
              {...render(Row, {
                ticket: withUnsent(ticket, entries),
                time: listTime(ticket.updatedAt, now, i18n),
                age: ageOfTicket(ticket, now),
                href: ticket.status === 'pending' ? null : hrefOf(ticket, route),
                isSelected: ticket.uuid === route.uuid,
                draft: draftOf(ticket.id),
                typing: byTicket.typing.get(ticket.id),
                people: byTicket.people.get(ticket.id),
                lineDown: downConnection(connections, ticket.whatsappId)?.name,
                connection: namesConnection ? ticket.whatsapp?.name : undefined,
                isCompact,
                known,
                isPinned: pins.includes(ticket.id),
                isTeam,
                isMine: !isTeam && ticket.userId === meId,
                isChosen: selection.chosen.includes(ticket),
                areSomeChosen: selection.chosen.length > 0,
                onAct,
                onMenu,
              })}
            />
          );
        })}
      </ul>
      {tab.error ? (
        <p role="alert" className="flex flex-col items-center gap-2 p-4 text-muted">
          {t('tickets:loadFailed')}
          <Button onClick={onRetry}>{t('common:retry')}</Button>
        </p>
      ) : hasMore ? (
        <p className="flex h-12 items-center justify-center">
          <Spinner label={t('common:loading')} />
        </p>
      ) : tab.isLoaded ? null : (
        <SkeletonRows rows={6} label={t('common:loading')} />
      )}
    </div>
  );
}

type RowProps = Omit<TicketRowProps, 'mark' | 'actions'> &
  Pick<ActionsProps, 'onAct' | 'onMenu'> & { isTeam: boolean; isChosen: boolean; areSomeChosen: boolean };

const Row = memo(function Row({ isTeam, isChosen, areSomeChosen, onAct, onMenu, ...row }: RowProps) {
  if (isTeam) return <TicketRow {...row} />;
  const actions = <RowActions ticket={row.ticket} isMine={row.isMine} onAct={onAct} onMenu={onMenu} />;
  const mark = <Mark name={contactName(row.ticket.contact)} isOn={isChosen} isWanted={areSomeChosen} />;
  return <TicketRow {...row} mark={mark} actions={actions} />;
}, isSameRow);

function isSameRow(former: RowProps, next: RowProps): boolean {
  return Object.entries(next).every(([name, value]) => {
    const before = former[name as keyof RowProps];
    return (
      before === value || (typeof value === 'object' && JSON.stringify(before) === JSON.stringify(value))
    );
  });
}

function withUnsent(ticket: TicketView, entries: readonly SendQueueEntry[]): TicketView {
  const entry = entries.findLast(({ ticketId }) => ticketId === ticket.id);
  const message = entry && localMessages(entry).at(-1);
  return message ? withLastMessage(ticket, message) : ticket;
}

function hrefOf({ uuid, foundMessage }: TicketView, route: WorkspaceRoute): string {
  return `${workspaceHref({ ...route, uuid })}${foundMessage ? `#message-${foundMessage.id}` : ''}`;
}

function Mark({ name, isOn, isWanted }: { name: string; isOn: boolean; isWanted: boolean }) {
  const t = useT();
  const visibility = isWanted
    ? ''
    : 'pointer-coarse:hidden invisible focus-within:visible group-hover/row:visible';
  return (
    <span className={`absolute inset-0 z-1 grid place-items-center rounded-full bg-base-200 ${visibility}`}>
      <input
        type="checkbox"
        className="checkbox checkbox-primary checkbox-sm"
        aria-label={`${t('tickets:menu.select')}: ${name}`}
        data-select=""
        checked={isOn}
        readOnly
      />
    </span>
  );
}
