import type { MenuEntry } from '@views/shell.ts';
import { isAdmin } from './kernel/policy.ts';
import type { Actor, Scope } from './kernel/scope.ts';
import { countTroubled } from './modules/connections/connections.queries.ts';
import { paths } from './paths.ts';

type Place = Omit<MenuEntry, 'badge'> & {
  isFor: (actor: Actor) => boolean;
  badge?: (scope: Scope) => Promise<MenuEntry['badge']>;
};

/** Every screen that exists, in the menu's order; who may not enter one does not see it. */
const PLACES: Place[] = [
  { key: 'tickets', href: paths.tickets(), icon: 'message-circle', section: 'main', isFor: () => true },
  { key: 'tags', href: paths.tags(), icon: 'tag', section: 'main', isFor: () => true },
  {
    key: 'connections',
    href: paths.connections(),
    icon: 'smartphone',
    section: 'admin',
    isFor: (actor) => isAdmin(actor, undefined),
    badge: async (scope) => ((await countTroubled(scope)) > 0 ? 'warning' : null),
  },
];

export async function menuOf(scope: Scope): Promise<MenuEntry[]> {
  const allowed = PLACES.filter((place) => place.isFor(scope.actor));
  return Promise.all(
    allowed.map(async ({ isFor: _isFor, badge, ...place }) => ({
      ...place,
      badge: (await badge?.(scope)) ?? null,
    })),
  );
}
