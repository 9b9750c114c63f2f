import { paths } from '@/paths.ts';
import { useT } from '../i18n.tsx';
import type { MenuEntry, ShellProps } from '../shell.ts';
import { Icon, isIconName } from '../ui/icon.tsx';
import { BrandMark } from './brand.tsx';

export function SideMenu({ menu, active, version }: Pick<ShellProps, 'menu' | 'active' | 'version'>) {
  const t = useT();
  const sections = { main: [] as MenuEntry[], admin: [] as MenuEntry[] };
  for (const entry of menu) sections[entry.section].push(entry);
  return (
    <>
      <div className="menu-shade" data-menu-close="" />
      <aside id="menu" className="side-menu">
        <a href="/" className="side-brand">
          <BrandMark size={32} />
          <span className="side-label font-bold text-lg tracking-tight">{t('common:product')}</span>
        </a>
        <nav aria-label={t('common:menu.title')} className="side-scroll">
          <Entries entries={sections.main} active={active} />
          {sections.admin.length > 0 ? (
            <>
              <h2 className="side-heading">
                <span className="side-label">{t('common:menu.admin')}</span>
              </h2>
              <Entries entries={sections.admin} active={active} />
            </>
          ) : null}
        </nav>
        <p className="side-version">
          <span className="side-label">{t('common:product')} </span>
          {version}
        </p>
      </aside>
    </>
  );
}

function Entries({ entries, active }: { entries: MenuEntry[]; active: string }) {
  const t = useT();
  return (
    <ul>
      {entries.map((entry) => {
        const label = t(`common:menu.${entry.key}`);
        return (
          <li key={entry.key}>
            <a
              href={entry.href}
              title={label}
              className="side-entry"
              aria-current={entry.key === active ? 'page' : undefined}
            >
              <Icon name={isIconName(entry.icon) ? entry.icon : 'circle'} />
              <span className="side-label min-w-0 grow truncate">{label}</span>
              <LiveBadge entry={entry} />
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** Waits two seconds (spec §2), so that a short disconnection raises no alarm. */
function LiveBadge({ entry }: { entry: MenuEntry }) {
  if (entry.badgeChannels.length === 0) return <EntryBadge badge={entry.badge} />;
  const trigger = entry.badgeChannels.map((channel) => `refresh:${channel} from:document delay:2000ms`);
  return (
    <span
      className="contents"
      hx-get={paths.menuBadge(entry.key)}
      hx-trigger={trigger.join(', ')}
      hx-target="this"
      hx-swap="innerHTML"
    >
      <EntryBadge badge={entry.badge} />
    </span>
  );
}

export function EntryBadge({ badge }: { badge: MenuEntry['badge'] }) {
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
  return <span className="side-badge badge badge-primary badge-sm">{badge > 99 ? '99+' : badge}</span>;
}
