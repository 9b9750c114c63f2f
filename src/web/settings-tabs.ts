import type { Actor, Scope } from '../core/scope.ts';
import { type Area, LIST_GROUPS, type ListGroup } from '../modules/settings/subjects.schema.ts';
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
  /** 'platform': for super administrators, on pages of their own. */
  area?: Area;
  group?: ListGroup;
  isFor: (actor: Actor) => boolean;
  waiting?: { count: (scope: Scope) => Promise<number>; channel: string };
};

const TABS = MODULES.flatMap(({ settingsTabs = [] }) => settingsTabs).sort(
  (a, b) => positionOf(a) - positionOf(b) || a.rank - b.rank,
);

function positionOf({ group = 'own' }: SettingsTab): number {
  return LIST_GROUPS.indexOf(group);
}

export function areaOf(key: string): Area {
  return TABS.find((tab) => tab.key === key)?.area ?? 'company';
}

type TabView = {
  key: string;
  label: string;
  href: string;
  group: ListGroup;
  count?: number;
  channel?: string;
};

export async function settingsTabsOf(scope: Scope, area: Area): Promise<TabView[]> {
  const tabs = await Promise.all(
    TABS.filter((tab) => areaOf(tab.key) === area).map((tab) => viewOf(scope, tab)),
  );
  return tabs.filter((tab) => tab !== undefined);
}

export async function waitingOnTabs(
  scope: Scope,
  area: Area,
): Promise<{ count: number; channels: string[] }> {
  const tabs = TABS.filter(({ key, isFor }) => areaOf(key) === area && isFor(scope.actor));
  const waiting = tabs.flatMap((tab) => tab.waiting ?? []);
  const counts = await Promise.all(waiting.map(({ count }) => count(scope)));
  return { count: counts.reduce((sum, n) => sum + n, 0), channels: waiting.map(({ channel }) => channel) };
}

async function viewOf(
  scope: Scope,
  { key, label, href, group = 'own', isFor, waiting }: SettingsTab,
): Promise<TabView | undefined> {
  if (!isFor(scope.actor)) return undefined;
  const count = await waiting?.count(scope);
  return { key, label, href, group, count: count || undefined, channel: waiting?.channel };
}
