import { useI18n } from '@views/i18n.tsx';
import { formatTime } from '@views/parts/messages/dates.ts';
import { Ticks } from '@views/parts/messages/ticks.tsx';
import { Button, IconButton } from '@views/ui/button.tsx';
import { Icon } from '@views/ui/icon.tsx';
import { memo } from 'react';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import type { OpenContact } from './contact-cards.tsx';
import { MessageBody } from './message-body.tsx';
import { QuoteBlock } from './quote-block.tsx';
import { Reactions } from './reactions.tsx';

/** One object for all bubbles, so that a bubble renders only when its message changes. */
export type BubbleActions = {
  reply(message: MessageView): void;
  menu(message: MessageView, anchor: HTMLElement): void;
  /** '' takes our reaction back. */
  react(message: MessageView, emoji: string): void;
  openContact: OpenContact;
  jumpTo(id: string): void;
  openImage(id: string): void;
  retry(message: MessageView): void;
  download(message: MessageView): void;
  discard(message: MessageView): void;
};

type Props = {
  message: MessageView;
  isStart: boolean;
  showAuthor: boolean;
  canReply: boolean;
  actions: BubbleActions;
};

export const Bubble = memo(function Bubble({ message, isStart, showAuthor, canReply, actions }: Props) {
  const { t } = useI18n();
  const { fromMe, isDeleted } = message;
  const isFailed = message.error !== null && fromMe;
  const isLocal = message.id.startsWith('local-');
  return (
    <div
      id={`message-${message.id}`}
      data-message={message.id}
      className={`group/message flex items-center gap-1 px-3 [contain-intrinsic-size:auto_56px] [content-visibility:auto] sm:px-6 ${
        fromMe ? 'flex-row-reverse' : ''
      } ${isStart ? 'pt-2 pb-px' : 'py-px'}`}
    >
      <div
        data-bubble=""
        className={`relative min-w-24 max-w-[85%] rounded-xl px-2.5 pt-1.5 pb-1 text-[0.9375rem] shadow-xs sm:max-w-[70%] pointer-coarse:select-none ${look(
          message,
          isFailed,
        )} ${isStart ? (fromMe ? 'rounded-tr-none' : 'rounded-tl-none') : ''}`}
      >
        <span className="sr-only">{fromMe ? t('messages:fromUs') : (message.contact?.name ?? '')}</span>
        {showAuthor && message.contact ? (
          <p className="truncate font-semibold text-[0.8125rem] text-secondary">
            {message.contact.name || message.contact.number}
          </p>
        ) : null}
        {message.isForwarded && !isDeleted ? (
          <p className="flex items-center gap-1 text-muted text-xs italic">
            <Icon name="forward" size={14} /> {t('messages:forwarded')}
          </p>
        ) : null}
        {message.quotedMsg && !isDeleted ? (
          <QuoteBlock quoted={message.quotedMsg} onOpen={actions.jumpTo} />
        ) : null}
        <div className={isText(message) ? 'flex flex-wrap items-end gap-x-2' : 'flex flex-col'}>
          <div className="min-w-0 max-w-full whitespace-pre-wrap break-words [overflow-wrap:anywhere]">
            <MessageBody message={message} actions={actions} />
          </div>
          <Meta message={message} isFailed={isFailed} />
        </div>
        {isFailed ? <Failure message={message} isLocal={isLocal} actions={actions} /> : null}
        <Reactions message={message} onReact={actions.react} />
      </div>
      {isDeleted || isLocal ? null : (
        // Touch screens swipe and hold instead; the buttons stay for screen readers.
        <div className="flex opacity-0 focus-within:opacity-100 group-hover/message:opacity-100 has-[[popovertarget]]:opacity-100 pointer-coarse:sr-only">
          {canReply ? (
            <IconButton
              icon="reply"
              size="sm"
              label={t('messages:reply')}
              data-reply=""
              onClick={() => actions.reply(message)}
            />
          ) : null}
          <IconButton
            icon="more-vertical"
            size="sm"
            label={t('messages:options')}
            data-message-menu=""
            aria-haspopup="menu"
            onClick={(event) => actions.menu(message, event.currentTarget)}
          />
        </div>
      )}
    </div>
  );
});

function isText({ mediaType, isDeleted }: MessageView): boolean {
  return isDeleted || ['conversation', 'extendedTextMessage', 'call_log', 'unknown'].includes(mediaType);
}

function look(message: MessageView, isFailed: boolean): string {
  if (isFailed)
    return 'bg-[color-mix(in_oklab,var(--color-error)_12%,var(--color-base-100))] ring-1 ring-error';
  return message.fromMe
    ? 'bg-[color-mix(in_oklab,var(--color-accent)_16%,var(--color-base-100))]'
    : 'bg-base-100';
}

function Meta({ message, isFailed }: { message: MessageView; isFailed: boolean }) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <span className="ml-auto flex h-[18px] items-center gap-1 text-[0.6875rem] text-muted leading-[18px]">
      {message.origin === 'system' ? <Icon name="bot" size={13} label={t('messages:automatic')} /> : null}
      {message.origin === 'phone' ? (
        <Icon name="smartphone" size={12} label={t('messages:fromPhone')} />
      ) : null}
      {message.isEdited && !message.isDeleted ? <span>{t('messages:edited')}</span> : null}
      <time dateTime={message.createdAt}>{formatTime(message.createdAt, i18n)}</time>
      {message.fromMe && !message.isDeleted ? <Ticks ack={message.ack} failed={isFailed} /> : null}
    </span>
  );
}

function Failure({
  message,
  isLocal,
  actions,
}: {
  message: MessageView;
  isLocal: boolean;
  actions: BubbleActions;
}) {
  const { t } = useI18n();
  return (
    <div className="mt-1 border-error/30 border-t pt-1">
      <p className="text-error text-xs">{t(`errors:${message.error}`)}</p>
      <div className="flex flex-wrap gap-1">
        <Button
          variant="ghost"
          size="sm"
          icon="refresh-cw"
          data-retry=""
          onClick={() => actions.retry(message)}
        >
          {t('messages:sendAgain')}
        </Button>
        {isLocal ? (
          <Button variant="ghost" size="sm" icon="trash" onClick={() => actions.discard(message)}>
            {t('messages:discard')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
