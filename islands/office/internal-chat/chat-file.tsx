import { useI18n } from '@views/i18n.tsx';
import { Icon } from '@views/ui/icons/icon.tsx';
import type { ChatMessageView } from '@/modules/internal-chat/internal-chat.views.ts';
import { formatBytes } from '@/schemas/bytes.schema.ts';

/** Types that the server serves inline; all others are downloads. */
const SHOWN = /^image\/(jpeg|png|gif|webp)$/;

export function ChatFile({ message }: { message: ChatMessageView }) {
  const { mediaPath: href, mediaType, mediaName } = message;
  if (href === null) return null;
  const name = mediaName ?? '';
  if (SHOWN.test(mediaType ?? ''))
    return (
      <a
        href={href}
        target="_blank"
        rel="noopener"
        className="block h-52 w-72 max-w-full overflow-hidden rounded-lg bg-base-content/8"
      >
        <img src={href} alt={name} loading="lazy" className="size-full object-cover" />
      </a>
    );
  if (mediaType?.startsWith('audio/'))
    // biome-ignore lint/a11y/useMediaCaption: what colleagues record has none
    return <audio src={href} controls preload="none" aria-label={name} className="w-72 max-w-full" />;
  if (/^video\/(mp4|webm|3gpp|quicktime)$/.test(mediaType ?? ''))
    return (
      // biome-ignore lint/a11y/useMediaCaption: as above
      <video
        src={href}
        controls
        preload="metadata"
        aria-label={name}
        className="h-52 w-72 max-w-full rounded-lg bg-black"
      />
    );
  return <Saved message={message} href={href} name={name} />;
}

function Saved({ message, href, name }: { message: ChatMessageView; href: string; name: string }) {
  const i18n = useI18n();
  return (
    <a
      href={href}
      download={name}
      className="flex w-72 max-w-full items-center gap-3 rounded-lg bg-base-content/6 p-2.5 hover:bg-base-content/10"
    >
      <Icon name="file-text" size={28} className="text-muted" />
      <span className="min-w-0 grow">
        <span className="line-clamp-2 break-all font-medium text-sm">{name}</span>
        <span className="block text-xs">
          {message.mediaSize ? formatBytes(message.mediaSize, i18n.locale) : ''}
        </span>
      </span>
      <Icon name="download" size={20} className="text-muted" label={i18n.t('common:download')} />
    </a>
  );
}
