import type { ReactNode } from 'react';
import { useT } from '../../i18n.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';

type SettingsPageProps = {
  active: string;
  tabs: Tab[];
  /** Fetched again with the tabs when a setting has changed. */
  live?: ReactNode;
  /** A wide tab, whose address answers a partial request with rows. */
  isList?: boolean;
  children?: ReactNode;
};

export function SettingsPage({ active, tabs, live, isList = false, children }: SettingsPageProps) {
  const t = useT();
  return (
    <div className={isList ? undefined : 'mx-auto max-w-4xl'}>
      <PageHeader title={t('settings:title')} />
      <div id="settings-live" {...(!isList && refetches(tabs.find(({ key }) => key === active)?.href))}>
        <Tabs
          label={t('settings:title')}
          active={active}
          tabs={tabs.map((tab) => ({ ...tab, label: t(tab.label) }))}
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
