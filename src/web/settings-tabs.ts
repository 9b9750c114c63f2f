import type { Actor, Scope } from '../core/scope.ts';
import { MODULES } from '../modules.ts';

declare module '../core/module.ts' {
  interface ModuleParts {
    settingsTabs?: SettingsTab[];
  }
}

export type SettingsTab = {
  key: string;
  label: string;
  href: string;
  rank: number;
  isFor: (actor: Actor) => boolean;
  isShown?: (scope: Scope) => Promise<boolean>;
  waiting?: { count: (scope: Scope) => Promise<number>; channel: string };
};

const TABS = MODULES.flatMap(({ settingsTabs = [] }) => settingsTabs).sort((a, b) => a.rank - b.rank);

type TabView = { key: string; label: string; href: string; count?: number; channel?: string };

export async function settingsTabsOf(scope: Scope, active: string): Promise<TabView[]> {
  const tabs = await Promise.all(TABS.map((tab) => viewOf(scope, tab, active)));
  return tabs.filter((tab) => tab !== undefined);
}

export async function waitingOnTabs(scope: Scope): Promise<{ count: number; channels: string[] }> {
  const waiting = TABS.filter(({ isFor }) => isFor(scope.actor)).flatMap((tab) => tab.waiting ?? []);
  const counts = await Promise.all(waiting.map(({ count }) => count(scope)));
  return { count: counts.reduce((sum, n) => sum + n, 0), channels: waiting.map(({ channel }) => channel) };
}

async function viewOf(
  scope: Scope,
  { key, label, href, isFor, isShown, waiting }: SettingsTab,
  active: string,
): Promise<TabView | undefined> {
  if (!isFor(scope.actor)) return undefined;
  if (key !== active && isShown && !(await isShown(scope))) return undefined;
  const count = await waiting?.count(scope);
  return { key, label, href, count: count || undefined, channel: waiting?.channel };
}
