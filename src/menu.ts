import type { MenuEntry } from '@views/shell.ts';
import { isAdmin } from './kernel/policy.ts';
import type { Actor, Scope } from './kernel/scope.ts';
import { type Feature, hasFeature } from './modules/companies/plan-features.ts';
import { countTroubled } from './modules/connections/connections.queries.ts';
import { paths } from './paths.ts';

export type Place = Omit<MenuEntry, 'badge' | 'badgeChannels'> & {
  isFor: (actor: Actor) => boolean;
  /** What the company's plan must have. */
  plan?: Feature;
  badge?: (scope: Scope) => Promise<MenuEntry['badge']>;
  badgeChannels?: string[];
};

/** Every screen that exists, in the menu's order; who may not enter one does not see it. */
const PLACES: Place[] = [
  { key: 'tickets', href: paths.tickets(), icon: 'message-circle', section: 'main', isFor: () => true },
  { key: 'quickMessages', href: paths.quickMessages(), icon: 'zap', section: 'main', isFor: () => true },
  { key: 'todolist', href: paths.todolist(), icon: 'list-todo', section: 'main', isFor: () => true },
  { key: 'contacts', href: paths.contacts(), icon: 'contact', section: 'main', isFor: () => true },
  { key: 'tags', href: paths.tags(), icon: 'tag', section: 'main', isFor: () => true },
  {
    key: 'connections',
    href: paths.connections(),
    icon: 'smartphone',
    section: 'admin',
    isFor: (actor) => isAdmin(actor, undefined),
    badge: async (scope) => ((await countTroubled(scope)) > 0 ? 'warning' : null),
    badgeChannels: ['whatsapp', 'whatsappSession'],
  },
  {
    key: 'audit',
    href: paths.audit(),
    icon: 'history',
    section: 'admin',
    isFor: (actor) => isAdmin(actor, undefined),
  },
];

export async function menuOf(scope: Scope, places = PLACES): Promise<MenuEntry[]> {
  const open = await Promise.all(places.map((place) => isOpen(scope, place)));
  return Promise.all(places.filter((_place, index) => open[index]).map((place) => entryOf(scope, place)));
}

/** One entry anew, for its badge; undefined for a place that is not, or not for them. */
export async function findMenuEntry(scope: Scope, key: string): Promise<MenuEntry | undefined> {
  const place = PLACES.find((candidate) => candidate.key === key);
  return place && (await isOpen(scope, place)) ? entryOf(scope, place) : undefined;
}

async function isOpen(scope: Scope, { isFor, plan }: Place): Promise<boolean> {
  return isFor(scope.actor) && (plan === undefined || (await hasFeature(scope, plan)));
}

async function entryOf(
  scope: Scope,
  { isFor: _isFor, plan: _plan, badge, badgeChannels = [], ...place }: Place,
): Promise<MenuEntry> {
  return { ...place, badgeChannels, badge: (await badge?.(scope)) ?? null };
}
