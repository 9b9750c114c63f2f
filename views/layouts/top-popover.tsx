import { useT } from '../i18n.tsx';
import type { MenuEntry } from '../shell.ts';
import { IconButton } from '../ui/button.tsx';
import { isIconName } from '../ui/icons/icon.tsx';
import { LiveBadge } from './entry-badge.tsx';

export function TopPopover({ entry }: { entry: MenuEntry }) {
  const t = useT();
  const id = `top-${entry.key}`;
  const label = t(entry.label);
  return (
    <>
      <IconButton
        icon={isIconName(entry.icon) ? entry.icon : 'circle'}
        label={label}
        aria-label={undefined}
        popoverTarget={id}
        aria-haspopup="dialog"
        className="relative"
        badge={
          <>
            <span className="sr-only">{label}</span>
            <LiveBadge entry={entry} />
          </>
        }
      />
      <div id={id} popover="auto" role="dialog" aria-label={label} className="menu-card w-80">
        <div hx-get={entry.href} hx-trigger="intersect" hx-target="this" hx-swap="innerHTML">
          <p className="px-3 py-6 text-center text-muted text-sm">{t('common:loading')}</p>
        </div>
      </div>
    </>
  );
}
