import type { ReactNode } from 'react';
import { backOfficePaths } from '@/modules/back-office/back-office-paths.schema.ts';
import { helpPaths } from '@/modules/helps/help-paths.schema.ts';
import { lookPaths } from '@/modules/look/look-paths.schema.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tabs } from '../../ui/tabs.tsx';

export type SettingsReader = { isSuper: boolean; scheduleType: string };

type Tab = { key: string; label: string; href: string; isFor?: (reader: SettingsReader) => boolean };

const supers = ({ isSuper }: SettingsReader) => isSuper;

const TABS = [
  { key: 'options', label: 'settings:tabs.options', href: paths.settings() },
  {
    key: 'hours',
    label: 'settings:tabs.hours',
    href: paths.settingsHours(),
    isFor: ({ scheduleType }) => scheduleType !== 'disabled',
  },
  { key: 'history', label: 'settings:tabs.history', href: paths.settingsHistory() },
  { key: 'companies', label: 'settings:tabs.companies', href: backOfficePaths.companies(), isFor: supers },
  { key: 'newCompany', label: 'settings:tabs.newCompany', href: backOfficePaths.newCompany(), isFor: supers },
  { key: 'plans', label: 'settings:tabs.plans', href: backOfficePaths.plans(), isFor: supers },
  { key: 'helps', label: 'settings:tabs.helps', href: helpPaths.list(), isFor: supers },
  { key: 'look', label: 'settings:tabs.look', href: lookPaths.page(), isFor: supers },
] as const satisfies Tab[];
export type TabKey = (typeof TABS)[number]['key'];

type SettingsPageProps = {
  active: TabKey;
  reader: SettingsReader;
  /** Fetched again with the tabs when a setting has changed. */
  live?: ReactNode;
  /** A wide tab, whose address answers a partial request with rows. */
  isList?: boolean;
  children?: ReactNode;
};

export function SettingsPage({ active, reader, live, isList = false, children }: SettingsPageProps) {
  const t = useT();
  const shown: Tab[] = TABS.filter((tab: Tab) => tab.key === active || (tab.isFor?.(reader) ?? true));
  return (
    <div className={isList ? undefined : 'mx-auto max-w-4xl'}>
      <PageHeader title={t('settings:title')} />
      <div id="settings-live" {...(!isList && refetches(shown.find(({ key }) => key === active)?.href))}>
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

const refetches = (href: string | undefined) => ({
  'hx-get': href,
  'hx-trigger': 'refresh:settings from:document',
  'hx-select': '#settings-live',
  'hx-target': 'this',
  'hx-swap': 'outerHTML',
  'hx-sync': 'this:replace',
});
