import { useI18n } from '@views/i18n.tsx';
import { kindOf } from '@views/parts/messages/message-kind.ts';
import { splitName } from '@views/parts/messages/message-shape.ts';
import { Button } from '@views/ui/button.tsx';
import { Icon } from '@views/ui/icons/icon.tsx';
import { Spinner } from '@views/ui/spinner.tsx';
import { type ReactNode, useEffect, useState } from 'react';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { formatBytes } from '@/schemas/bytes.schema.ts';
import { isReachable } from '../../live/live.ts';
import { uploads } from '../../workspace/sending.ts';
import { useStore } from '../../workspace/store.ts';
import { sentPicture } from './local-message.ts';

const NONE: ReadonlyMap<string, number> = new Map();

type FilmProps = { message: MessageView; url: string; children: ReactNode };

export function Picture({ message, url, onOpen, children }: FilmProps & { onOpen: (id: string) => void }) {
  const { t } = useI18n();
  return (
    <button type="button" data-image={message.id} onClick={() => onOpen(message.id)} className="media-frame">
      <Photo message={message} url={url} alt={message.body || t('messages:kind.image')} />
      {children}
      <UploadBar clientId={message.clientId} />
    </button>
  );
}

export function Photo({ message, url, alt }: { message: MessageView; url: string; alt: string }) {
  const online = useStore(isReachable, true);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    if (online) setBroken(false);
  }, [online]);
  return (
    <img
      // Another element loads it again: once after a failure, and when the line is back.
      key={String(isBroken)}
      onError={() => setBroken(true)}
      src={sentPicture(message.clientId) ?? url}
      alt={alt}
      loading="lazy"
      className="size-full object-cover"
    />
  );
}

export function Video({ message, url, children }: FilmProps) {
  const { t } = useI18n();
  return (
    <div className="media-frame">
      {/* biome-ignore lint/a11y/useMediaCaption: customers' films have none */}
      <video
        src={url}
        controls
        preload="metadata"
        aria-label={t('messages:kind.video')}
        className="size-full bg-black"
      />
      {children}
      <UploadBar clientId={message.clientId} />
    </div>
  );
}

export function Sticker({ url }: { url: string }) {
  const { t } = useI18n();
  return (
    <img
      src={url}
      alt={t('messages:kind.sticker')}
      loading="lazy"
      width={160}
      height={160}
      className="size-40 object-contain"
    />
  );
}

export function DocumentCard({ message, url }: { message: MessageView; url: string }) {
  const i18n = useI18n();
  const name = message.mediaName || i18n.t('messages:kind.document');
  const [head, tail] = splitName(name);
  return (
    <a href={url} download={name} className="doc-card">
      {message.mediaThumbnail ? <img src={message.mediaThumbnail} alt="" className="doc-page" /> : null}
      <Icon name="file-text" size={28} className="text-muted" />
      <span className="min-w-0 grow">
        <span className="sr-only">{name}</span>
        <span aria-hidden="true" title={name} className="flex whitespace-pre font-medium text-sm">
          <span className="truncate">{head}</span>
          <span>{tail}</span>
        </span>
        <span className="block text-muted text-xs">
          {[extensionOf(name), message.mediaSize ? formatBytes(message.mediaSize, i18n.locale) : '']
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <Icon name="download" size={20} className="text-muted" />
      <span className="sr-only">{i18n.t('common:download')}</span>
      <UploadBar clientId={message.clientId} />
    </a>
  );
}

function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toUpperCase() ?? '';
}

export function MediaState({
  message,
  onRetry,
}: {
  message: MessageView;
  onRetry: (message: MessageView) => void;
}) {
  const { t } = useI18n();
  const kind = kindOf(message);
  const isFailed = message.mediaState === 'failed';
  return (
    <div className="media-state">
      {isFailed ? <Icon name={kind.icon ?? 'file'} size={26} className="text-muted" /> : <Spinner />}
      <span className="min-w-0 grow">
        <span className="block truncate font-medium">{message.mediaName || t(kind.label)}</span>
        <span className={isFailed ? 'text-error text-xs' : 'text-muted text-xs'}>
          {t(isFailed ? 'messages:mediaFailed' : 'messages:mediaPending')}
        </span>
      </span>
      {isFailed && !message.fromMe ? (
        <Button size="sm" icon="refresh-cw" data-download="" onClick={() => onRetry(message)}>
          {t('common:retry')}
        </Button>
      ) : null}
    </div>
  );
}

export function UploadBar({ clientId }: { clientId: string | null }) {
  const { t } = useI18n();
  const share = useStore(uploads, NONE).get(clientId ?? '');
  if (share === undefined) return null;
  return (
    <progress
      className="progress progress-primary upload-bar"
      aria-label={t('messages:uploading')}
      value={share}
      max={1}
    />
  );
}
