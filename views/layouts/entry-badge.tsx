import { paths } from '@/paths.ts';
import { useT } from '../i18n.tsx';
import type { MenuEntry } from '../shell.ts';
import { Icon } from '../ui/icons/icon.tsx';

export function LiveBadge({ entry }: { entry: MenuEntry }) {
  if (entry.badgeChannels.length === 0) return <EntryBadge entry={entry} />;
  const trigger = entry.badgeChannels.map(
    (channel) => `refresh:${channel} from:document delay:${entry.badgeDelayMs}ms`,
  );
  return (
    <span
      className="contents"
      hx-get={paths.menuBadge(entry.key)}
      hx-trigger={trigger.join(', ')}
      hx-target="this"
      hx-swap="innerHTML"
    >
      <EntryBadge entry={entry} />
    </span>
  );
}

const IN_THE_MENU = 'side-badge badge badge-primary badge-sm';
const IN_THE_BAR =
  'badge badge-primary badge-xs absolute top-0.5 right-0.5 h-[18px] min-w-[18px] rounded-full px-1 font-bold';

export function EntryBadge({ entry: { badge, section } }: { entry: Pick<MenuEntry, 'badge' | 'section'> }) {
  const t = useT();
  if (badge === null || badge === 0) return null;
  if (badge === 'warning') {
    return (
      <Icon
        name="alert-triangle"
        size={18}
        className="side-badge text-warning"
        label={t('common:menu.warning')}
      />
    );
  }
  const className = section === 'top' ? IN_THE_BAR : IN_THE_MENU;
  return <span className={className}>{badge > 99 ? '99+' : badge}</span>;
}
