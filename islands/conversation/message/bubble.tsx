import { useI18n } from '@views/i18n.tsx';
import { summaryOf } from '@views/parts/messages/message-kind.ts';
import { Button } from '@views/ui/button.tsx';
import { Icon } from '@views/ui/icons/icon.tsx';
import { RenderedIcon } from '@views/ui/icons/icon-markup.tsx';
import { memo } from 'react';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { contactName } from '@/schemas/phone-number.schema.ts';
import { useReason } from '../../http/error-text.ts';
import type { OpenContact } from './contact-cards.tsx';
import { MessageBody } from './message-body.tsx';
import { isPicture, signatureOf, withoutSignature } from './message-shape.ts';
import { QuoteBlock } from './quote-block.tsx';
import { Reactions } from './reactions.tsx';

const MAX_NAME = 60;

/** One object for all bubbles, so that a bubble renders only when its message changes. */
export type BubbleActions = {
  reply(message: MessageView): void;
  menu(message: MessageView, anchor: HTMLElement, wanted?: string): void;
  /** '' removes our reaction. */
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
  /** The agent’s name in its signature, only at the beginning of a run. */
  signer: string | undefined;
  canReply: boolean;
  actions: BubbleActions;
};

export const Bubble = memo(function Bubble(props: Props) {
  const { message, isStart, showAuthor, signer, canReply, actions } = props;
  const { t } = useI18n();
  const { fromMe, isDeleted } = message;
  const isFailed = message.error !== null && fromMe;
  const isLocal = message.id.startsWith('local-');
  const hasReactions = message.reactions.length > 0 && !isDeleted;
  const what = summaryOf(withoutSignature(message), t).slice(0, MAX_NAME).toWellFormed();
  return (
    <div
      id={`message-${message.id}`}
      data-message={message.id}
      className={`flex items-center gap-1 px-3 sm:px-6 ${
        fromMe ? 'flex-row-reverse' : ''
      } ${isStart ? 'pt-2' : 'pt-px'} ${hasReactions ? 'pb-6' : 'pb-px'}`}
    >
      <div
        data-bubble=""
        className={`bubble sm:max-w-[70%] pointer-coarse:select-none ${bubbleClass(message, isFailed)} ${
          isStart ? 'bubble-start' : ''
        }`}
      >
        <BubbleHeader message={message} showAuthor={showAuthor} signer={signer} onQuote={actions.jumpTo} />
        <MessageBody
          message={signatureOf(message) ? withoutSignature(message) : message}
          actions={actions}
          isFailed={isFailed}
        />
        {isFailed ? <Failure message={message} isLocal={isLocal} actions={actions} /> : null}
        {hasReactions ? <Reactions message={message} onReact={actions.react} /> : null}
      </div>
      {isDeleted || isLocal ? null : (
        // Touch screens swipe and hold instead; the buttons stay for screen readers.
        <div className="bubble-acts pointer-coarse:sr-only">
          {canReply ? (
            <button
              type="button"
              className="bubble-act"
              aria-label={t('messages:replyTo', { what })}
              title={t('messages:reply')}
              data-reply=""
              onClick={() => actions.reply(message)}
            >
              <RenderedIcon name="reply" />
            </button>
          ) : null}
          <MenuButton message={message} label={t('messages:optionsOf', { what })} onMenu={actions.menu} />
        </div>
      )}
    </div>
  );
});

type HeaderProps = Pick<Props, 'message' | 'showAuthor' | 'signer'> & { onQuote(id: string): void };

export function BubbleHeader({ message, showAuthor, signer, onQuote }: HeaderProps) {
  const { t } = useI18n();
  const { fromMe, isDeleted } = message;
  const name = message.contact && contactName(message.contact);
  return (
    <>
      <span className="sr-only">{fromMe ? t('messages:fromUs') : name}</span>
      {showAuthor && name ? (
        <p dir="auto" className="bubble-author">
          {name}
        </p>
      ) : null}
      {signer && !isDeleted ? (
        <p dir="auto" data-signer="" className="truncate text-muted text-xs">
          {signer}
        </p>
      ) : null}
      {message.isForwarded && !isDeleted ? (
        <p className="bubble-note">
          <Icon name="forward" size={14} /> {t('messages:forwarded')}
        </p>
      ) : null}
      {message.quotedMsg && !isDeleted ? <QuoteBlock quoted={message.quotedMsg} onOpen={onQuote} /> : null}
    </>
  );
}

type MenuProps = { message: MessageView; label: string; onMenu: BubbleActions['menu'] };

export function MenuButton({ message, label, onMenu }: MenuProps) {
  const { t } = useI18n();
  return (
    <button
      type="button"
      className="bubble-act"
      aria-label={label}
      title={t('messages:options')}
      data-message-menu=""
      aria-haspopup="menu"
      onClick={(event) => onMenu(message, event.currentTarget)}
    >
      <RenderedIcon name="more-vertical" />
    </button>
  );
}

function bubbleClass(message: MessageView, isFailed: boolean): string {
  const shape = isPicture(message) ? 'bubble-media' : message.isSticker ? 'bubble-bare' : '';
  return `${shape} ${message.fromMe ? 'bubble-own' : ''} ${isFailed ? 'bubble-failed' : ''}`;
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
  const reason = useReason(message.error);
  return (
    <div className="mt-1 border-error/30 border-t pt-1">
      <p className="text-error text-xs">{reason}</p>
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
