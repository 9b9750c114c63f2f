import { useBranding } from '../branding.tsx';
import { useT } from '../i18n.tsx';
import type { MenuEntry, ShellProps } from '../shell.ts';
import { Icon, isIconName } from '../ui/icons/icon.tsx';
import { BrandMark } from './brand.tsx';
import { LiveBadge } from './entry-badge.tsx';

export function SideMenu({ menu, active, version }: Pick<ShellProps, 'menu' | 'active' | 'version'>) {
  const t = useT();
  const of = (section: MenuEntry['section']) => menu.filter((entry) => entry.section === section);
  const admin = of('admin');
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
          <Entries entries={of('main')} active={active} />
          {admin.length > 0 ? (
            <>
              <h2 className="side-heading">
                <span className="side-label">{t('common:menu.admin')}</span>
              </h2>
              <Entries entries={admin} active={active} />
            </>
          ) : null}
        </nav>
        <p className="side-version">
          <span className="side-label">{name} </span>
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
        const label = t(entry.label);
        return (
          <li key={entry.key}>
            <a
              href={entry.href}
              title={label}
              className="side-entry"
              aria-current={entry.key === active ? 'page' : undefined}
            >
              <Icon name={isIconName(entry.icon) ? entry.icon : 'circle'} />
              <span className="side-label min-w-0 grow">{label}</span>
              <LiveBadge entry={entry} />
            </a>
          </li>
        );
      })}
    </ul>
  );
}
