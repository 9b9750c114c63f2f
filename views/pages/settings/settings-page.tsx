import type { ReactNode } from 'react';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { refreshTrigger } from '../../ui/live-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { SettingsSearch, SubjectList, type Subjects } from './subject-list.tsx';

type SettingsPageProps = {
  area: 'company' | 'platform';
  active: string;
  tabs: (Tab & { channel?: string })[];
  /** Only in the company's area. */
  subjects: Subjects | null;
  live?: ReactNode;
  isWide?: boolean;
  children?: ReactNode;
};

export function SettingsPage({
  area,
  active,
  tabs,
  subjects,
  live,
  isWide = false,
  children,
}: SettingsPageProps) {
  const t = useT();
  const title = t(area === 'platform' ? 'backOffice:platform.title' : 'settings:title');
  const channels = ['settings', ...tabs.flatMap(({ channel }) => channel ?? [])];
  const open = tabs.find(({ key }) => key === active);
  const query = subjects?.query ? `?q=${encodeURIComponent(subjects.query)}` : '';
  const livePart = (
    <div
      id="settings-live"
      hx-get={`${open?.href}${query}`}
      hx-trigger={refreshTrigger(channels)}
      hx-select="#settings-live"
      hx-target="this"
      hx-swap="outerHTML"
      hx-sync="this:replace"
    >
      {subjects ? null : (
        <Tabs label={title} active={active} tabs={tabs.map((tab) => ({ ...tab, label: t(tab.label) }))} />
      )}
      {live}
    </div>
  );
  if (!subjects)
    return (
      <div className={isWide ? undefined : 'mx-auto max-w-4xl'}>
        <PageHeader title={title} />
        {livePart}
        {children}
      </div>
    );
  const isSubject = open !== undefined && active !== 'options';
  return (
    <div id="settings-page" className="settings-page" data-at={isSubject ? 'subject' : 'all'}>
      <div className="settings-side">
        <SettingsSearch query={subjects.query} />
        <SubjectList {...subjects} title={title} active={active} tabs={tabs} />
      </div>
      <div className="settings-main" data-finds={subjects.query ? '' : undefined}>
        {isSubject ? (
          <a href={paths.settings()} className="settings-back">
            <Icon name="chevron-left" size={18} />
            {title}
          </a>
        ) : null}
        <PageHeader title={isSubject ? t(open.label) : title} />
        {livePart}
        {children}
      </div>
    </div>
  );
}
