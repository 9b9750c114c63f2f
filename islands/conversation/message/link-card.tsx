import { hostOf } from '@views/parts/messages/whatsapp-format.ts';
import { Icon } from '@views/ui/icons/icon.tsx';
import type { LinkPreviewView } from '@/modules/messages/messages.views.ts';

type Props = { href: string; preview: LinkPreviewView };

export function LinkCard({ href, preview }: Props) {
  const { title, description, imageUrl } = preview;
  // The real host, because a page may claim a false name, e.g. a bank's.
  const host = hostOf(href);
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" data-link-card="" className="link-card">
      {imageUrl ? (
        <img src={imageUrl} alt="" loading="lazy" className="size-18 shrink-0 object-cover" />
      ) : (
        <span className="link-card-sign">
          <Icon name="link" size={24} />
        </span>
      )}
      <span className="link-card-words">
        <span dir="auto" className="block truncate font-medium text-sm">
          {title}
        </span>
        {description ? (
          <span dir="auto" className="block truncate text-muted">
            {description}
          </span>
        ) : null}
        <span className="block truncate text-muted">{host}</span>
      </span>
    </a>
  );
}
