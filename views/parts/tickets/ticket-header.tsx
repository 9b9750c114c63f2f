import type { TicketDetail } from '@/modules/tickets/tickets.views.ts';
import { paths, schedulePaths } from '@/paths.ts';
import { contactName } from '@/schemas/phone-number.schema.ts';
import { useT } from '../../i18n.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Dot } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { Icon, type IconName } from '../../ui/icons/icon.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { ContactDrawer } from '../contacts/contact-drawer.tsx';
import { keysOfAction, SHORTCUTS, showsKeys } from './shortcuts.ts';

type HeaderAction = { action: string; icon: IconName; isPrimary: boolean };

const ACTIONS: Record<TicketDetail['status'], HeaderAction[]> = {
  pending: [{ action: 'accept', icon: 'check', isPrimary: true }],
  open: [
    { action: 'return', icon: 'undo', isPrimary: false },
    { action: 'resolve', icon: 'circle-check', isPrimary: true },
  ],
  closed: [{ action: 'reopen', icon: 'rotate-ccw', isPrimary: true }],
};

export type TicketHeaderProps = {
  ticket: TicketDetail;
  meId: number;
  canDelete: boolean;
  canSchedule: boolean;
};

/** islands/workspace/workspace-controls.ts compares the data attributes with live updates. */
export function TicketHeader({ ticket, meId, canDelete, canSchedule }: TicketHeaderProps) {
  const t = useT();
  const state = [
    ticket.status,
    ticket.userId ?? '',
    ticket.queueId ?? '',
    ticket.tags.map((tag) => tag.id).join(),
    ticket.withBot,
  ];
  const facts = [
    ticket.user ? t('tickets:withAgent', { name: ticket.user.name }) : t(`tickets:${stateOf(ticket)}`),
    ticket.whatsapp?.name,
  ].filter(Boolean);
  const botFact = ticket.withBot ? t('tickets:chatbot') : undefined;
  return (
    <div
      id="ticket-header"
      hx-sync="this:replace"
      className="contents"
      data-ticket-id={ticket.id}
      data-uuid={ticket.uuid}
      data-contact-id={ticket.contactId}
      data-queue-id={ticket.queueId ?? ''}
      data-state={state.join('|')}
    >
      <header className="z-10 flex h-16 shrink-0 items-center gap-1 border-base-300 border-b bg-base-100 px-2 sm:gap-2 sm:px-3">
        <IconButton
          icon="arrow-left"
          label={t('tickets:backToList')}
          data-workspace-view="list"
          data-handled-by="ticket-list"
          className="md:hidden"
        />
        <button
          type="button"
          data-drawer-toggle=""
          data-handled-by="ticket-list"
          data-avatar=""
          aria-expanded="false"
          aria-controls="contact-drawer"
          className="flex min-w-0 grow items-center gap-3 rounded-field px-1 py-1.5 text-left hover:bg-base-content/5"
        >
          <Avatar name={ticket.contact.name} src={ticket.contact.profilePicUrl} size={40} />
          <span className="min-w-0">
            <span
              id="ticket-contact"
              data-contact-name=""
              dir="auto"
              className="block truncate font-semibold leading-5"
            >
              {contactName(ticket.contact)}
            </span>
            <span className="row-facts">
              {/* islands/workspace/watch-people.ts writes the names; the server's copy does not know them. */}
              <span
                data-ticket-people=""
                hx-morph-skip=""
                aria-live="polite"
                className="max-w-full truncate font-semibold text-info empty:hidden"
              />
              <span className="row-fact">
                {ticket.queue ? <Dot color={ticket.queue.color} /> : null}
                <span className="truncate">{ticket.queue?.name ?? t('tickets:noQueue')}</span>
              </span>
              {facts.map((fact) => (
                <span key={fact} className="max-w-40 shrink-0 truncate">
                  · {fact === botFact ? <Icon name="bot" size={13} className="inline align-[-2px]" /> : null}{' '}
                  {fact}
                </span>
              ))}
              {ticket.tags.map((tag) => (
                <span key={tag.id} className="row-fact group-data-[drawer=open]/workspace:hidden">
                  <Icon name="tag" size={12} />
                  <span className="truncate">{tag.name}</span>
                </span>
              ))}
            </span>
          </span>
          <span className="sr-only">{t('tickets:contactDetails')}</span>
        </button>
        <IconButton
          icon="search"
          label={t('messages:search.label')}
          data-conversation-search=""
          className="max-lg:hidden"
        />
        {ticket.status === 'closed' ? null : (
          <IconButton
            icon="transfer"
            label={t('tickets:menu.transfer')}
            className="max-lg:hidden"
            {...opensDialog(paths.ticketPart(ticket.uuid, 'transfer'))}
          />
        )}
        {ACTIONS[ticket.status].map(({ action, icon, isPrimary }) => (
          <Button
            key={action}
            variant={isPrimary ? 'primary' : 'default'}
            size="sm"
            icon={icon}
            data-ticket-action={action}
            data-handled-by="ticket-list"
            aria-label={t(`tickets:${action}`)}
            {...showsKeys(t(`tickets:${action}`), keysOfAction(action))}
            className={`max-sm:min-w-11 max-sm:px-2.5 ${isPrimary ? '' : 'max-lg:hidden max-2xl:group-data-[drawer=open]/workspace:px-2.5'}`}
          >
            <span
              className={`max-sm:hidden ${isPrimary ? '' : 'max-2xl:group-data-[drawer=open]/workspace:hidden'}`}
            >
              {t(`tickets:${action}`)}
            </span>
          </Button>
        ))}
        {ticket.status === 'open' ? (
          <IconButton
            icon="skip-forward"
            label={t('tickets:resolveNext')}
            keys={SHORTCUTS.resolveNext[0]}
            data-ticket-action="resolveNext"
            data-handled-by="ticket-list"
            className="max-lg:hidden"
          />
        ) : null}
        <HeaderMenu {...{ ticket, meId, canDelete, canSchedule }} />
      </header>
      <ContactDrawer ticket={ticket} />
    </div>
  );
}

const stateOf = ({ withBot, status }: TicketDetail) => (withBot ? 'chatbot' : `status.${status}`);

function HeaderMenu({ ticket, meId, canDelete, canSchedule }: TicketHeaderProps) {
  const t = useT();
  const opens = (part: 'transfer' | 'snooze' | 'delete' | 'tags') =>
    opensDialog(paths.ticketPart(ticket.uuid, part));
  const isLive = ticket.status !== 'closed';
  return (
    <Menu id="ticket-menu" label={t('tickets:menu.label')}>
      <MenuItem icon="search" data-conversation-search="">
        {t('messages:search.label')}
      </MenuItem>
      <MenuItem icon="tag" {...opens('tags')}>
        {t('tickets:menu.tags')}
      </MenuItem>
      {ticket.status === 'open' ? (
        <div className="lg:hidden">
          <MenuItem
            icon="skip-forward"
            keys={SHORTCUTS.resolveNext[0]}
            data-ticket-action="resolveNext"
            data-handled-by="ticket-list"
          >
            {t('tickets:resolveNext')}
          </MenuItem>
          <MenuItem
            icon="undo"
            keys={SHORTCUTS.return[0]}
            data-ticket-action="return"
            data-handled-by="ticket-list"
          >
            {t('tickets:return')}
          </MenuItem>
        </div>
      ) : null}
      {ticket.status === 'open' && ticket.userId !== meId ? (
        <MenuItem
          icon="user-check"
          keys={keysOfAction('take')}
          data-ticket-action="take"
          data-handled-by="ticket-list"
        >
          {t('tickets:menu.take')}
        </MenuItem>
      ) : null}
      {isLive ? (
        <>
          <MenuItem icon="transfer" {...opens('transfer')}>
            {t('tickets:menu.transfer')}
          </MenuItem>
          <MenuItem icon="timer" {...opens('snooze')}>
            {t('tickets:menu.snooze')}
          </MenuItem>
          <MenuItem icon="mail" data-ticket-action="unread" data-handled-by="ticket-list">
            {t('tickets:menu.unread')}
          </MenuItem>
        </>
      ) : null}
      {canSchedule ? (
        <MenuItem icon="calendar-clock" {...opensDialog(schedulePaths.add({ contactId: ticket.contactId }))}>
          {t('schedules:menu')}
        </MenuItem>
      ) : null}
      {canDelete ? (
        <MenuItem icon="trash" danger {...opens('delete')}>
          {t('tickets:menu.delete')}
        </MenuItem>
      ) : null}
    </Menu>
  );
}
