import { useT } from '@views/i18n.tsx';
import { FormattedText } from '@views/parts/messages/formatted-text.tsx';
import { kindOf } from '@views/parts/messages/message-kind.ts';
import { firstLink } from '@views/parts/messages/whatsapp-format.ts';
import { Icon } from '@views/ui/icon.tsx';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { AudioPlayer } from './audio-player.tsx';
import type { BubbleActions } from './bubble.tsx';
import { ContactCards } from './contact-cards.tsx';
import { LinkCard } from './link-card.tsx';
import { DocumentCard, MediaState, Picture, Sticker, Video } from './media.tsx';
import { PlaceCard } from './place-card.tsx';

type Props = { message: MessageView; actions: BubbleActions };

/** What a customer sent is shown as text or as a medium, never as markup. */
export function MessageBody({ message, actions }: Props) {
  const t = useT();
  if (message.isDeleted) {
    return (
      <span className="flex items-center gap-1.5 text-muted italic">
        <Icon name="ban" size={15} /> {t('messages:deleted')}
      </span>
    );
  }
  switch (message.mediaType) {
    case 'conversation':
    case 'extendedTextMessage':
      return <Words message={message} />;
    case 'image':
    case 'video':
    case 'audio':
    case 'application':
      return <Media message={message} actions={actions} />;
    case 'locationMessage':
    case 'liveLocationMessage':
      return <PlaceCard body={message.body} isLive={message.mediaType === 'liveLocationMessage'} />;
    case 'contactMessage':
    case 'contactsArrayMessage':
    case 'vcard':
      return <ContactCards body={message.body} onOpen={actions.openContact} />;
    case 'call_log':
      return <Notice icon="phone" text={message.body || t('messages:kind.call')} />;
    default:
      return <Notice icon="info" text={t('messages:unsupported')} />;
  }
}

function Words({ message }: { message: MessageView }) {
  const { body, linkPreview, mediaName } = message;
  const href = firstLink(body);
  return (
    <>
      {href ? <LinkCard href={href} preview={linkPreview} /> : null}
      <FormattedText text={body} />
      {mediaName === null ? null : <Rest message={message} />}
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

function Notice({ icon, text }: { icon: 'phone' | 'info'; text: string }) {
  return (
    <span className="flex items-center gap-2 text-muted">
      <Icon name={icon} size={17} /> {text}
    </span>
  );
}

function Media({ message, actions }: Props) {
  const kind = kindOf(message);
  const hasCaption = kind.hasOwnWords && message.body.trim() !== '' && message.body !== message.mediaName;
  return (
    <>
      {message.mediaUrl === null || message.mediaState === 'failed' ? (
        <MediaState message={message} onRetry={actions.download} />
      ) : (
        <Medium message={message} actions={actions} />
      )}
      {hasCaption ? (
        <div className="pt-1">
          <FormattedText text={message.body} />
        </div>
      ) : null}
    </>
  );
}

function Medium({ message, actions }: Props) {
  const url = message.mediaUrl ?? '';
  if (message.isSticker) return <Sticker url={url} />;
  switch (message.mediaType) {
    case 'image':
      return <Picture message={message} url={url} onOpen={actions.openImage} />;
    case 'video':
      return <Video message={message} url={url} />;
    case 'audio':
      return <AudioPlayer message={message} url={url} />;
    default:
      return <DocumentCard message={message} url={url} />;
  }
}
