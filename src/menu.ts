import type { MenuEntry } from '@views/shell.ts';
import type { Place } from './kernel/module.ts';
import type { Scope } from './kernel/scope.ts';
import { getPlanOf } from './modules/companies/companies.queries.ts';
import type { PlanView } from './modules/companies/companies.views.ts';
import { MODULES } from './modules.ts';
import { waitingOnTabs } from './settings-tabs.ts';

const PLACES = MODULES.flatMap(({ menu = [] }) => menu).sort((a, b) => orderOf(a) - orderOf(b));

function orderOf({ section, position }: Place): number {
  return (section === 'main' ? 0 : section === 'admin' ? 1_000 : 2_000) + position;
}

export async function menuOf(scope: Scope, places = PLACES): Promise<MenuEntry[]> {
  const plan = await getPlanOf(scope.kernel, scope.companyId);
  return Promise.all(
    places.filter((place) => isOpen(scope, plan, place)).map((place) => entryOf(scope, place)),
  );
}

/** Undefined for an unknown entry, or one that this person may not open. */
export async function findMenuEntry(
  scope: Scope,
  key: string,
): Promise<{ entry: MenuEntry; alert: string | null } | undefined> {
  const place = PLACES.find((candidate) => candidate.key === key);
  const plan = await getPlanOf(scope.kernel, scope.companyId);
  if (!place || !isOpen(scope, plan, place)) return undefined;
  return { entry: await entryOf(scope, place), alert: (await place.alert?.(scope)) ?? null };
}

function isOpen({ actor }: Scope, features: PlanView, { isFor, plan }: Place): boolean {
  return isFor(actor) && (plan === undefined || features[plan]);
}

async function entryOf(
  scope: Scope,
  { isFor: _isFor, plan: _plan, position: _position, alert: _alert, badge, badgeChannels, ...more }: Place,
): Promise<MenuEntry> {
  const { isHeardByAll = false, sumsTabs = false, ...place } = more;
  const session = scope.actor.kind === 'user' ? scope.actor.session : '';
  const badgeDelayMs = isHeardByAll ? spreadDelayOf(session) : BADGE_DELAY_MS;
  if (sumsTabs) {
    const { count, channels } = await waitingOnTabs(scope);
    return { ...place, badgeDelayMs, badge: count || null, badgeChannels: channels };
  }
  return {
    ...place,
    badgeDelayMs,
    badge: (await badge?.(scope)) ?? null,
    badgeChannels: badgeChannels ?? [],
  };
}

/** Spec part 1 §2: a short disconnection raises no alarm. */
const BADGE_DELAY_MS = 2_000;
/** What the pages of all companies hear at once must not bring all of them back at once. */
const BADGE_SPREAD_MS = 4_000;
const SPREAD_STEPS = 40;

/** The chance is in the session's name, not in each page: the frame around a person's pages stays the same. */
export function spreadDelayOf(session: string): number {
  const step = Number(Bun.hash(session) % BigInt(SPREAD_STEPS + 1));
  return BADGE_DELAY_MS + (step * BADGE_SPREAD_MS) / SPREAD_STEPS;
}
