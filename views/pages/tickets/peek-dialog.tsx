import type { MessageView } from '@/modules/messages/messages.views.ts';
import type { TicketDetail } from '@/modules/tickets/tickets.views.ts';
import { paths } from '@/paths.ts';
import { contactName, formatNumber } from '@/schemas/phone-number.schema.ts';
import { AudioPlayer } from '../../../islands/conversation/audio/audio-player.tsx';
import { useI18n, useT } from '../../i18n.tsx';
import { Island } from '../../island.tsx';
import { formatMoment, formatTime } from '../../parts/messages/dates.ts';
import { FormattedText } from '../../parts/messages/formatted-text.tsx';
import { kindOf } from '../../parts/messages/message-kind.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icons/icon.tsx';

type PeekPage = { uuid: string; messages: MessageView[]; hasMore: boolean };

export function PeekDialog({
  ticket,
  meId,
  ...page
}: { ticket: TicketDetail; meId: number } & Omit<PeekPage, 'uuid'>) {
  const t = useT();
  const isMine = ticket.status === 'open' && ticket.userId === meId;
  const facts = [
    ticket.queue?.name ?? t('tickets:noQueue'),
    ticket.whatsapp?.name,
    ticket.user ? t('tickets:withAgent', { name: ticket.user.name }) : t(`tickets:status.${ticket.status}`),
  ];
  const action = ticket.status === 'pending' ? 'accept' : ticket.status === 'open' ? 'take' : 'reopen';
  return (
    <Dialog
      id="peek-dialog"
      size="lg"
      title={t('ticketDialogs:peek.title', { name: contactName(ticket.contact) })}
      footer={
        <>
          <span className="mr-auto min-w-0 truncate text-muted text-sm">
            {facts.filter(Boolean).join(' · ')}
          </span>
          {isMine ? null : (
            <span
              className="contents"
              data-ticket-id={ticket.id}
              data-uuid={ticket.uuid}
              data-queue-id={ticket.queueId ?? ''}
            >
              <Button variant="primary" data-ticket-action={action} data-close="">
                {t(action === 'take' ? 'tickets:menu.take' : `tickets:${action}`)}
              </Button>
            </span>
          )}
        </>
      }
    >
      <section
        aria-label={t('ticketDialogs:peek.messages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls by keyboard
        tabIndex={0}
        className="flex h-[60dvh] flex-col-reverse overflow-y-auto rounded-field bg-(--wall) p-3 focus-visible:-outline-offset-2"
      >
        <div className="flex flex-col gap-1.5">
          <PeekMessages uuid={ticket.uuid} {...page} />
        </div>
      </section>
    </Dialog>
  );
}

export function PeekMessages({ uuid, messages, hasMore }: PeekPage) {
  const t = useT();
  const first = messages[0]?.id;
  return (
    <>
      {hasMore && first ? (
        <Button
          variant="ghost"
          size="sm"
          className="self-center"
          hx-get={`${paths.ticketPart(uuid, 'peek')}?before=${first}`}
          hx-target="this"
          hx-swap="outerHTML"
        >
          {t('ticketDialogs:peek.earlier')}
        </Button>
      ) : null}
      {messages.length === 0 ? (
        <p className="p-6 text-center text-muted">{t('ticketDialogs:peek.empty')}</p>
      ) : null}
      {messages.map((message) => (
        <PeekMessage key={message.id} message={message} />
      ))}
    </>
  );
}

function PeekMessage({ message }: { message: MessageView }) {
  const i18n = useI18n();
  const bubbleClass = message.fromMe ? 'bubble-own self-end' : 'self-start';
  const author = message.fromMe ? i18n.t('messages:fromUs') : formatNumber(message.contact?.name ?? '');
  return (
    <article className={`bubble bubble-start ${bubbleClass}`}>
      <span className="sr-only">{author}</span>
      <div dir="auto" className="words">
        <PeekBody message={message} />
        <time dateTime={message.createdAt} title={formatMoment(message.createdAt, i18n)} className="meta">
          {formatTime(message.createdAt, i18n)}
        </time>
      </div>
    </article>
  );
}

function PeekBody({ message }: { message: MessageView }) {
  const { t } = useI18n();
  if (message.isDeleted) return <em className="text-muted">{t('messages:deleted')}</em>;
  const { mediaType, mediaUrl, body } = message;
  const { icon, label, hasOwnText } = kindOf(message);
  const content = hasOwnText && body ? <FormattedText text={body} /> : null;
  if (!icon) return content;
  if (mediaUrl && mediaType === 'image') {
    return (
      <>
        <img src={mediaUrl} alt={t(label)} loading="lazy" className="max-h-72 rounded-lg" />
        {content}
      </>
    );
  }
  if (mediaUrl && mediaType === 'audio') {
    const props = { message, url: mediaUrl };
    return <Island of={AudioPlayer} name="voice-note" namespaces={['messages', 'common']} props={props} />;
  }
  const named = (
    <span className="flex items-center gap-2">
      <Icon name={icon} size={16} /> {message.mediaName ?? t(label)}
    </span>
  );
  return (
    <>
      {mediaUrl ? (
        <a href={mediaUrl} target="_blank" rel="noopener" className="underline underline-offset-2">
          {named}
        </a>
      ) : (
        named
      )}
      {content}
    </>
  );
}
