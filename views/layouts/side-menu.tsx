import { useBranding } from '../branding.tsx';
import { useT } from '../i18n.tsx';
import { MENU_GROUPS, type MenuEntry, type MenuGroup, type ShellProps } from '../shell.ts';
import { Icon, isIconName } from '../ui/icons/icon.tsx';
import { BrandMark } from './brand.tsx';
import { LiveBadge } from './entry-badge.tsx';

export function SideMenu({ menu, active, version }: Pick<ShellProps, 'menu' | 'active' | 'version'>) {
  const t = useT();
  const { name, logos } = useBranding();
  return (
    <>
      <div className="menu-shade" data-menu-close="" />
      <aside id="menu" className="side-menu">
        <a href="/" className="side-brand">
          <BrandMark size={32} />
          {logos.interno ? null : <span className="side-label font-bold text-lg tracking-tight">{name}</span>}
        </a>
        <nav aria-label={t('common:menu.title')} className="side-scroll">
          <ul>
            {MENU_GROUPS.map((group) => (
              <Group
                key={group}
                group={group}
                entries={menu.filter(({ section }) => section === group)}
                active={active}
              />
            ))}
          </ul>
        </nav>
        <p className="side-version">
          <span className="side-label">{name} </span>
          {version}
        </p>
      </aside>
    </>
  );
}

/** Its name leads to its first page; a group of one is that page. Folded, its title is where the pages are named. */
function Group({ group, entries, active }: { group: MenuGroup; entries: MenuEntry[]; active: string }) {
  const t = useT();
  const [first, ...others] = entries;
  if (!first) return null;
  if (others.length === 0) return <Entry entry={first} active={active} />;
  const label = t(`common:menu.groups.${group}`);
  const pages = entries.map((entry) => t(entry.label)).join(', ');
  return (
    <li className="side-group">
      <a href={first.href} title={`${label}: ${pages}`} className="side-entry" data-menu-group={group}>
        <EntryIcon entry={first} />
        <span className="side-label min-w-0 grow">{label}</span>
      </a>
      <details name="menu" open={entries.some(({ key }) => key === active)}>
        <summary aria-label={t('common:menu.group', { group: label })}>
          <Icon name="chevron-down" size={16} />
        </summary>
        <ul className="side-pages">
          {entries.map((entry) => (
            <Entry key={entry.key} entry={entry} active={active} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function Entry({ entry, active }: { entry: MenuEntry; active: string }) {
  const t = useT();
  const label = t(entry.label);
  return (
    <li>
      <a
        href={entry.href}
        title={label}
        className="side-entry"
        aria-current={entry.key === active ? 'page' : undefined}
      >
        <EntryIcon entry={entry} />
        <span className="side-label min-w-0 grow">{label}</span>
        <LiveBadge entry={entry} />
      </a>
    </li>
  );
}

function EntryIcon({ entry: { icon } }: { entry: MenuEntry }) {
  return <Icon name={isIconName(icon) ? icon : 'circle'} />;
}
