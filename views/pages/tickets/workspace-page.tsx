import type { AssistantRights } from '@/modules/assistant/assistant.views.ts';
import type { SetupHints } from '@/modules/first-steps/first-steps.views.ts';
import type { TicketCounts, TicketPage, TicketView } from '@/modules/tickets/tickets.views.ts';
import { TicketList } from '../../../islands/ticket-list/ticket-list.tsx';
import { useT } from '../../i18n.tsx';
import { Island } from '../../island.tsx';
import { BrandMark } from '../../layouts/brand.tsx';
import type { WorkspaceFilter, WorkspaceQueue, WorkspaceUser } from '../../parts/tickets/workspace.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icons/icon.tsx';
import { ConversationPane, type ConversationPaneProps } from './conversation-pane.tsx';
import { FirstStepsSlot } from './first-steps.tsx';
import { OpeningPane } from './opening-pane.tsx';

export type WorkspacePageProps = {
  me: WorkspaceUser;
  page: TicketPage;
  counts: TicketCounts;
  queues: WorkspaceQueue[];
  filter: WorkspaceFilter;
  isCompact: boolean;
  pins: TicketView[];
  /** The ticket in the address; null shows the welcome. */
  selected: Omit<ConversationPaneProps, 'me' | 'now'> | null;
  assistant: AssistantRights;
  hints: SetupHints | null;
  now: number;
};

/** `GET /tickets` and `GET /tickets/<uuid>`; partial requests answer the welcome or the pane alone. */
export function WorkspacePage({ selected, assistant, hints, ...list }: WorkspacePageProps) {
  const { me, now } = list;
  const t = useT();
  return (
    <div
      id="workspace"
      data-view={selected ? 'ticket' : 'list'}
      data-drawer="closed"
      data-assistant={assistant}
      className="group/workspace relative grid h-full grid-rows-[minmax(0,1fr)_auto] md:grid-cols-[clamp(19rem,36vw,25rem)_minmax(0,1fr)] md:grid-rows-1"
    >
      <h1 className="sr-only">{t('tickets:title')}</h1>
      <Island
        of={TicketList}
        name="ticket-list"
        namespaces={['tickets', 'messages', 'common', ...(assistant ? (['assistant'] as const) : [])]}
        className="min-h-0 min-w-0 border-base-300 border-r max-md:border-r-0 max-md:group-data-[view=ticket]/workspace:hidden"
        props={{ ...list, selected: selected?.ticket.uuid ?? null }}
      />
      <div
        id="workspace-pane"
        hx-sync="this:replace"
        hx-indicator="#workspace-opening"
        className="workspace-pane h-full min-h-0 min-w-0 max-md:group-data-[view=list]/workspace:hidden"
      >
        {selected ? <ConversationPane me={me} now={now} {...selected} /> : <WorkspaceWelcome hints={hints} />}
      </div>
      <OpeningPane me={me} />
      <nav
        aria-label={t('tickets:sides')}
        className="grid grid-cols-2 border-base-300 border-t bg-base-100 pb-[env(safe-area-inset-bottom)] group-data-[view=ticket]/workspace:hidden md:hidden"
      >
        <SideButton side="ticket" icon="message-circle" label={t('tickets:sideTicket')} />
        <SideButton side="list" icon="inbox" label={t('tickets:sideList')} />
      </nav>
    </div>
  );
}

const SIDE_CLASS = {
  ticket: 'group-data-[view=ticket]/workspace:text-primary',
  list: 'group-data-[view=list]/workspace:text-primary',
};

function SideButton({ side, icon, label }: { side: 'ticket' | 'list'; icon: IconName; label: string }) {
  return (
    <button
      type="button"
      data-workspace-view={side}
      data-handled-by="ticket-list"
      className={`flex h-14 flex-col items-center justify-center gap-0.5 text-muted text-xs ${SIDE_CLASS[side]}`}
    >
      <Icon name={icon} size={20} />
      {label}
    </button>
  );
}

export function WorkspaceWelcome({ hints }: { hints: SetupHints | null }) {
  const t = useT();
  return (
    <div className="flex h-full flex-col items-center justify-center gap-2 bg-base-200 px-6 text-center">
      <BrandMark size={72} className="mb-3" />
      <p className="font-semibold text-xl">{t('tickets:welcome')}</p>
      <p className="max-w-sm text-pretty text-muted">{t('tickets:welcomeHint')}</p>
      <Button
        variant="primary"
        data-workspace-view="list"
        data-handled-by="ticket-list"
        className="mt-4 md:hidden"
      >
        {t('tickets:selectTicket')}
      </Button>
      {hints ? <FirstStepsSlot hints={hints} /> : null}
    </div>
  );
}
