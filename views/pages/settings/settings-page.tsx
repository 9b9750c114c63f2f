import type { ReactNode } from 'react';
import { useT } from '../../i18n.tsx';
import { refreshTrigger } from '../../ui/live-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';

type SettingsPageProps = {
  area: 'company' | 'platform';
  active: string;
  tabs: (Tab & { channel?: string })[];
  live?: ReactNode;
  isWide?: boolean;
  children?: ReactNode;
};

export function SettingsPage({ area, active, tabs, live, isWide = false, children }: SettingsPageProps) {
  const t = useT();
  const title = t(area === 'platform' ? 'backOffice:platform.title' : 'settings:title');
  const channels = ['settings', ...tabs.flatMap(({ channel }) => channel ?? [])];
  return (
    <div className={isWide ? undefined : 'mx-auto max-w-4xl'}>
      <PageHeader title={title} />
      <div
        id="settings-live"
        hx-get={tabs.find(({ key }) => key === active)?.href}
        hx-trigger={refreshTrigger(channels)}
        hx-select="#settings-live"
        hx-target="this"
        hx-swap="outerHTML"
        hx-sync="this:replace"
      >
        <Tabs label={title} active={active} tabs={tabs.map((tab) => ({ ...tab, label: t(tab.label) }))} />
        {live}
      </div>
      {children}
    </div>
  );
}
