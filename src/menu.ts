import type { MenuEntry } from '@views/shell.ts';
import type { Place } from './kernel/module.ts';
import type { Scope } from './kernel/scope.ts';
import { hasFeature } from './modules/companies/plan-features.ts';
import { MODULES } from './modules.ts';

const PLACES = MODULES.flatMap(({ menu = [] }) => menu).sort((a, b) => orderOf(a) - orderOf(b));

function orderOf({ section, position }: Place): number {
  return (section === 'main' ? 0 : section === 'admin' ? 1_000 : 2_000) + position;
}

export async function menuOf(scope: Scope, places = PLACES): Promise<MenuEntry[]> {
  const open = await Promise.all(places.map((place) => isOpen(scope, place)));
  return Promise.all(places.filter((_place, index) => open[index]).map((place) => entryOf(scope, place)));
}

/** Undefined for an unknown entry, or one that this person may not open. */
export async function findMenuEntry(scope: Scope, key: string): Promise<MenuEntry | undefined> {
  const place = PLACES.find((candidate) => candidate.key === key);
  return place && (await isOpen(scope, place)) ? entryOf(scope, place) : undefined;
}

async function isOpen(scope: Scope, { isFor, plan }: Place): Promise<boolean> {
  return isFor(scope.actor) && (plan === undefined || (await hasFeature(scope, plan)));
}

async function entryOf(
  scope: Scope,
  { isFor: _isFor, plan: _plan, position: _position, badge, badgeChannels = [], ...place }: Place,
): Promise<MenuEntry> {
  return { ...place, badgeChannels, badge: (await badge?.(scope)) ?? null };
}
