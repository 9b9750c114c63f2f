import type { ReactNode } from 'react';
import { helpPaths } from '@/modules/helps/help-paths.schema.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tabs } from '../../ui/tabs.tsx';

export type SettingsReader = { isSuper: boolean; scheduleType: string };

type Tab = { key: string; label: string; href: string; isFor?: (reader: SettingsReader) => boolean };

const TABS = [
  { key: 'options', label: 'settings:tabs.options', href: paths.settings() },
  {
    key: 'hours',
    label: 'settings:tabs.hours',
    href: paths.settingsHours(),
    isFor: ({ scheduleType }) => scheduleType !== 'disabled',
  },
  {
    key: 'helps',
    label: 'settings:tabs.helps',
    href: helpPaths.list(),
    isFor: ({ isSuper }) => isSuper,
  },
  { key: 'history', label: 'settings:tabs.history', href: paths.settingsHistory() },
] as const satisfies Tab[];
export type TabKey = (typeof TABS)[number]['key'];

type SettingsPageProps = {
  active: TabKey;
  reader: SettingsReader;
  /** Fetched again with the tabs when a setting has changed. */
  live?: ReactNode;
  children?: ReactNode;
};

export function SettingsPage({ active, reader, live, children }: SettingsPageProps) {
  const t = useT();
  const shown: Tab[] = TABS.filter((tab: Tab) => tab.key === active || (tab.isFor?.(reader) ?? true));
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader title={t('settings:title')} />
      <div
        id="settings-live"
        hx-get={shown.find(({ key }) => key === active)?.href}
        hx-trigger="refresh:settings from:document"
        hx-select="#settings-live"
        hx-target="this"
        hx-swap="outerHTML"
        hx-sync="this:replace"
      >
        <Tabs
          label={t('settings:title')}
          active={active}
          tabs={shown.map(({ key, label, href }) => ({ key, href, label: t(label) }))}
        />
        {live}
      </div>
      {children}
    </div>
  );
}
