import { useT } from '@views/i18n.tsx';
import { FormattedText } from '@views/parts/messages/formatted-text.tsx';
import { jumboFrom } from '@views/parts/messages/message-shape.ts';
import { firstLink } from '@views/parts/messages/whatsapp-format.ts';
import { Icon } from '@views/ui/icons/icon.tsx';
import type { ReactNode } from 'react';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { AudioPlayer } from '../audio/audio-player.tsx';
import type { BubbleActions } from './bubble.tsx';
import { LinkCard } from './link-card.tsx';
import { DocumentCard, MediaState, Picture, Sticker, Video } from './media.tsx';
import { captionOf, isPicture } from './message-shape.ts';
import { Meta } from './meta.tsx';
import { RareCard } from './rare-card.tsx';

type Props = { message: MessageView; actions: BubbleActions; isFailed: boolean };

/** A customer's content is rendered as text or a medium, never as markup. */
export function MessageBody(props: Props) {
  const t = useT();
  const { message, actions, isFailed } = props;
  const meta = <Meta message={message} isFailed={isFailed} />;
  if (message.isDeleted) {
    return (
      <BodyText meta={meta}>
        <span className="text-muted italic">
          <Icon name="ban" size={15} className="-mt-0.5 inline" /> {t('messages:deleted')}
        </span>
      </BodyText>
    );
  }
  switch (message.mediaType) {
    case 'conversation':
    case 'extendedTextMessage':
      return <Text message={message} meta={meta} />;
    case 'image':
    case 'video':
    case 'audio':
    case 'application':
      return <Media {...props} meta={meta} />;
    case 'locationMessage':
    case 'liveLocationMessage':
    case 'contactMessage':
    case 'contactsArrayMessage':
    case 'vcard':
      return (
        <>
          <RareCard message={message} onOpen={actions.openContact} />
          {meta}
        </>
      );
    case 'call_log':
      return <Notice icon="phone" text={message.body || t('messages:kind.call')} meta={meta} />;
    default:
      return <Notice icon="info" text={t('messages:unsupported')} meta={meta} />;
  }
}

type TextProps = { children: ReactNode; meta: ReactNode };

function BodyText({ children, meta }: TextProps) {
  return (
    <div dir="auto" className="words">
      <span>{children}</span>
      {meta}
    </div>
  );
}

function Text({ message, meta }: { message: MessageView; meta: ReactNode }) {
  const { body, linkPreview, mediaName } = message;
  const from = jumboFrom(body);
  if (from >= 0) {
    return (
      <BodyText meta={meta}>
        <FormattedText text={body.slice(0, from)} />
        <span data-jumbo="" className="text-[2.5em] leading-[1.15]">
          {body.slice(from).trim()}
        </span>
      </BodyText>
    );
  }
  const href = linkPreview?.title ? firstLink(body) : undefined;
  return (
    <>
      {href && linkPreview ? <LinkCard href={href} preview={linkPreview} /> : null}
      <BodyText meta={meta}>
        <FormattedText text={body} />
        {mediaName === null ? null : <Rest message={message} />}
      </BodyText>
    </>
  );
}

function Rest({ message }: { message: MessageView }) {
  const t = useT();
  const { mediaUrl, mediaState } = message;
  return (
    <span className="flex flex-col gap-1.5 pt-2">
      <span className="text-muted text-sm italic">{t('messages:continues')}</span>
      {mediaUrl === null ? (
        <span className="text-muted text-sm">
          {t(mediaState === 'failed' ? 'messages:mediaFailed' : 'messages:mediaPending')}
        </span>
      ) : (
        <DocumentCard message={message} url={mediaUrl} />
      )}
    </span>
  );
}

function Notice({ icon, text, meta }: { icon: 'phone' | 'info'; text: string; meta: ReactNode }) {
  return (
    <BodyText meta={meta}>
      <span className="text-muted">
        <Icon name={icon} size={17} className="inline" /> {text}
      </span>
    </BodyText>
  );
}

function Media({ message, actions, isFailed, meta }: Props & { meta: ReactNode }) {
  const caption = captionOf(message);
  return (
    <>
      {message.mediaUrl === null || message.mediaState === 'failed' ? (
        <MediaState message={message} onRetry={actions.download} />
      ) : (
        <Medium message={message} actions={actions}>
          {!caption && isPicture(message) ? <Meta message={message} isFailed={isFailed} isOver /> : null}
        </Medium>
      )}
      {caption ? (
        <BodyText meta={meta}>
          <FormattedText text={caption} />
        </BodyText>
      ) : isPicture(message) ? null : (
        meta
      )}
    </>
  );
}

function Medium({ message, actions, children }: Omit<Props, 'isFailed'> & { children: ReactNode }) {
  const url = message.mediaUrl ?? '';
  if (message.isSticker) return <Sticker url={url} />;
  switch (message.mediaType) {
    case 'image':
      return (
        <Picture message={message} url={url} onOpen={actions.openImage}>
          {children}
        </Picture>
      );
    case 'video':
      return (
        <Video message={message} url={url}>
          {children}
        </Video>
      );
    case 'audio':
      return <AudioPlayer message={message} url={url} />;
    default:
      return <DocumentCard message={message} url={url} />;
  }
}
