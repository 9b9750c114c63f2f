import { useI18n } from '@views/i18n.tsx';
import { formatTime } from '@views/parts/messages/dates.ts';
import { FormattedText } from '@views/parts/messages/formatted-text.tsx';
import { Icon } from '@views/ui/icons/icon.tsx';
import type { ChatMessageView, ChatView } from '@/modules/internal-chat/internal-chat.views.ts';
import { ChatFile } from './chat-file.tsx';
import { readersOf } from './chat-messages-state.ts';
import { SharedTicket } from './shared-ticket.tsx';

type ChatMessageProps = {
  message: ChatMessageView;
  chat: ChatView;
  meId: number;
  isContinued: boolean;
};

export function ChatMessage({ message, chat, meId, isContinued }: ChatMessageProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const isOwn = message.senderId === meId;
  const callsMe = message.mentions.includes(meId);
  const isGone = message.message === '' && message.mediaPath === null && message.ticketId === null;
  const bubbleClass = isOwn ? 'self-end bg-primary/15' : 'self-start bg-base-100';
  return (
    <article
      data-chat-message={message.id}
      className={`wrap-anywhere flex max-w-[min(36rem,85%)] flex-col gap-1 rounded-xl px-3 py-1.5 ${bubbleClass} ${callsMe ? 'ring-2 ring-primary' : ''}`}
    >
      {isOwn || isContinued ? (
        <span className="sr-only">{isOwn ? t('internalChat:you') : message.sender.name}</span>
      ) : (
        <p className="font-semibold text-sm">{message.sender.name}</p>
      )}
      {callsMe ? <span className="sr-only">{t('internalChat:mentionsYou')}</span> : null}
      <ChatFile message={message} />
      <SharedTicket message={message} />
      {message.message ? (
        <p className="whitespace-pre-wrap">
          <FormattedText text={message.message} />
        </p>
      ) : null}
      {isGone ? <p className="text-muted text-sm italic">{t('internalChat:ticketGone')}</p> : null}
      <p className="flex items-center gap-1 self-end text-muted text-xs">
        <time dateTime={message.createdAt}>{formatTime(message.createdAt, i18n)}</time>
        {isOwn ? <Readers message={message} chat={chat} /> : null}
      </p>
    </article>
  );
}

export function OutgoingMessage({ text, files }: { text: string; files: readonly File[] }) {
  const { t } = useI18n();
  return (
    <article
      data-outgoing=""
      className="wrap-anywhere flex max-w-[min(36rem,85%)] flex-col gap-1 self-end rounded-xl bg-primary/15 px-3 py-1.5"
    >
      {files.map(({ name, lastModified }) => (
        <p key={`${name} ${lastModified}`} className="text-sm">
          {name}
        </p>
      ))}
      {text ? (
        <p className="whitespace-pre-wrap">
          <FormattedText text={text} />
        </p>
      ) : null}
      <p className="self-end text-muted text-xs">
        <Icon name="clock" size={16} label={t('internalChat:sending')} />
      </p>
    </article>
  );
}

function Readers({ message, chat }: { message: ChatMessageView; chat: ChatView }) {
  const { t } = useI18n();
  const { names, isAll } = readersOf(message, chat);
  const text = isAll
    ? t('internalChat:readByAll')
    : names.length > 0
      ? t('internalChat:readBy', { names: names.join(', ') })
      : t('internalChat:readByNobody');
  return (
    <span title={text} data-readers={names.length} className={isAll ? 'text-info' : ''}>
      <Icon name={names.length > 0 ? 'check-check' : 'check'} size={16} label={text} />
    </span>
  );
}
