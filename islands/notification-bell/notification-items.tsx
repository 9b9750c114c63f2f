import { useI18n } from '@views/i18n.tsx';
import { listTime } from '@views/parts/messages/dates.ts';
import { Avatar } from '@views/ui/avatar.tsx';
import { Button } from '@views/ui/button.tsx';
import { SkeletonRows } from '@views/ui/skeleton.tsx';
import { RenderedState } from '@views/ui/state-markup.tsx';
import { useState } from 'react';
import { chatPaths } from '@/modules/internal-chat/chat-paths.schema.ts';
import type { Preferences } from '@/modules/notifications/preferences.schema.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { contactName } from '@/schemas/phone-number.schema.ts';
import { ticketPath } from '@/ticket-path.ts';
import { useNow } from '../workspace/use-now.ts';
import { previewOfTicket } from './announce.ts';
import { AskPermission } from './ask-permission.tsx';
import type { BellState, Mention } from './bell-state.ts';

type ListProps = { state: BellState | undefined; hasFailed: boolean; onOpen: () => void };
type Props = ListProps & { preferences: Preferences };

export function NotificationItems({ preferences, ...list }: Props) {
  return (
    <>
      {preferences['notifications.browser'] === 'enabled' ? <AskPermission /> : null}
      <List {...list} />
    </>
  );
}

function List({ state, hasFailed, onOpen }: ListProps) {
  const { t } = useI18n();
  const [openedAt] = useState(Date.now);
  const now = useNow(openedAt);
  if (hasFailed && !state)
    return (
      <RenderedState
        kind="failed"
        title={t('notifications:failed')}
        action={<Button data-reload="">{t('common:reload')}</Button>}
      />
    );
  if (!state) return <SkeletonRows rows={3} label={t('common:loading')} />;
  if (state.tickets.length + state.mentions.length === 0)
    return <RenderedState icon="bell" title={t('notifications:empty')} text={t('notifications:emptyHint')} />;
  return (
    <>
      <ul aria-label={t('notifications:title')}>
        {state.mentions.map((mention) => (
          <li key={`mention-${mention.messageId}`}>
            <MentionItem mention={mention} now={now} onOpen={onOpen} />
          </li>
        ))}
        {state.tickets.map((ticket) => (
          <li key={ticket.id}>
            <Item ticket={ticket} now={now} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {state.more > 0 ? (
        <p className="px-3 py-2 text-center text-muted text-xs">
          {t('notifications:more', { count: state.more })}
        </p>
      ) : null}
    </>
  );
}

const STYLE =
  'flex min-h-14 items-center gap-3 rounded-field px-3 py-1.5 -outline-offset-2 hover:bg-base-content/5 focus-visible:bg-base-content/5';

function MentionItem({ mention, now, onOpen }: { mention: Mention; now: number; onOpen: () => void }) {
  const i18n = useI18n();
  const { sender, message, chatUuid, messageId, createdAt } = mention;
  return (
    <a href={chatPaths.chat(chatUuid)} data-mention={messageId} onClick={onOpen} className={STYLE}>
      <Avatar name={sender} size={36} />
      <span className="min-w-0 grow">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 truncate font-semibold">
            {i18n.t('notifications:mentionedBy', { name: sender })}
          </span>
          <time dateTime={createdAt} className="ml-auto shrink-0 text-muted text-xs">
            {listTime(createdAt, now, i18n)}
          </time>
        </span>
        <span className="block truncate text-muted text-sm">{message}</span>
      </span>
    </a>
  );
}

function Item({ ticket, now, onOpen }: { ticket: TicketView; now: number; onOpen: () => void }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { contact, unreadMessages: count } = ticket;
  return (
    <a
      href={ticketPath(ticket.uuid)}
      data-open={ticket.uuid}
      data-notification={ticket.id}
      onClick={onOpen}
      className={STYLE}
    >
      <Avatar name={contact.name} src={contact.profilePicUrl} size={36} />
      <span className="min-w-0 grow">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 truncate font-semibold">{contactName(contact)}</span>
          <time dateTime={ticket.updatedAt} className="ml-auto shrink-0 text-muted text-xs">
            {listTime(ticket.updatedAt, now, i18n)}
          </time>
        </span>
        <span className="flex items-center gap-2 text-muted text-sm">
          <span className="min-w-0 grow truncate">
            {ticket.status === 'pending' ? `${t('notifications:waiting')} · ` : null}
            {previewOfTicket(ticket, t)}
          </span>
          <span className="badge badge-primary badge-xs h-[18px] min-w-[18px] shrink-0 rounded-full px-1 font-bold">
            <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
            <span className="sr-only">{t('notifications:unread', { count })}</span>
          </span>
        </span>
      </span>
    </a>
  );
}
