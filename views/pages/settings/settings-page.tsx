import type { ReactNode } from 'react';
import { backOfficePaths } from '@/modules/back-office/back-office-paths.schema.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { refreshTrigger } from '../../ui/live-part.tsx';
import { PageHeader, ShownTitle } from '../../ui/page-header.tsx';
import { SettingsSearch, SubjectList, type Subjects } from './subject-list.tsx';

const AREAS = {
  company: { title: 'settings:title', home: paths.settings(), anchor: '' },
  platform: { title: 'backOffice:platform.title', home: backOfficePaths.platform(), anchor: '#overview' },
};

type SettingsPageProps = Subjects & { live?: ReactNode; isWide?: boolean; children?: ReactNode };

/** The address of an area itself is, on a phone, its list. */
export function SettingsPage({ live, isWide = false, children, ...subjects }: SettingsPageProps) {
  const t = useT();
  const { area, active, query, tabs } = subjects;
  const { home, anchor, ...names } = AREAS[area];
  const areaTitle = t(names.title);
  const open = tabs.find(({ key }) => key === active);
  const listed = tabs.map((tab) => (tab.href === home ? { ...tab, href: home + anchor } : tab));
  const isSubject = open !== undefined && open.href !== home;
  const title = isSubject ? t(open.label) : areaTitle;
  const address = `${open?.href}${query ? `?q=${encodeURIComponent(query)}` : ''}`;
  return (
    <div
      id="settings-page"
      className="settings-page"
      data-area={area}
      data-at={isSubject ? 'subject' : 'all'}
    >
      <div className="settings-side">
        <SettingsSearch area={area} home={home} query={query} />
        <SubjectList {...subjects} tabs={listed} title={areaTitle} address={address} />
      </div>
      <div
        className={`settings-main ${isWide ? 'is-wide' : ''}`.trimEnd()}
        data-finds={query ? '' : undefined}
      >
        {isSubject ? (
          <a href={home} className="settings-back">
            <Icon name="chevron-left" size={18} />
            {areaTitle}
          </a>
        ) : null}
        <PageHeader title={title} />
        <ShownTitle value={title}>
          <div
            id="settings-live"
            hx-get={address}
            hx-trigger={refreshTrigger(['settings', ...(open?.channel ? [open.channel] : [])])}
            hx-select="#settings-live"
            hx-target="this"
            hx-swap="outerHTML"
            hx-sync="this:replace"
          >
            {live}
          </div>
          {children}
        </ShownTitle>
      </div>
    </div>
  );
}
