import { MENU_GROUPS, type MenuEntry } from '@views/shell.ts';
import type { Feature } from '../core/module.ts';
import type { Actor, Scope } from '../core/scope.ts';
import { getPlanOf } from '../modules/companies/companies.queries.ts';
import type { PlanView } from '../modules/companies/companies.views.ts';
import type { Area } from '../modules/settings/subjects.schema.ts';
import { MODULES } from '../modules.ts';
import { waitingOnTabs } from './settings-tabs.ts';

declare module '../core/module.ts' {
  interface ModuleParts {
    menu?: MenuItem[];
  }
}

export type MenuItem = {
  key: string;
  label: string;
  href: string;
  icon: string;
  /** For 'top', `href` is the content of the popover in the top bar. */
  section: MenuEntry['section'];
  position: number;
  isFor: (actor: Actor) => boolean;
  feature?: Feature;
  badge?: (scope: Scope) => Promise<'warning' | number | null>;
  badgeChannels?: string[];
  alert?: (scope: Scope) => Promise<string | null>;
  /** Pages of all companies refetch it: they spread their requests over seconds. */
  isPublicChannel?: boolean;
  sumsTabsOf?: Area;
};

const MENU_ITEMS = MODULES.flatMap(({ menu = [] }) => menu).sort((a, b) => orderOf(a) - orderOf(b));

function orderOf({ section, position }: MenuItem): number {
  const group = section === 'top' ? MENU_GROUPS.length : MENU_GROUPS.indexOf(section);
  return group * 1_000 + position;
}

export async function menuOf(scope: Scope, items = MENU_ITEMS): Promise<MenuEntry[]> {
  const plan = await getPlanOf(scope.kernel, scope.companyId);
  return Promise.all(items.filter((item) => isOpen(scope, plan, item)).map((item) => entryOf(scope, item)));
}

/** Undefined for an unknown entry, or one that this person may not open. */
export async function findMenuEntry(
  scope: Scope,
  key: string,
): Promise<{ entry: MenuEntry; alert: string | null } | undefined> {
  const item = MENU_ITEMS.find((candidate) => candidate.key === key);
  const plan = await getPlanOf(scope.kernel, scope.companyId);
  if (!item || !isOpen(scope, plan, item)) return undefined;
  return { entry: await entryOf(scope, item), alert: (await item.alert?.(scope)) ?? null };
}

function isOpen({ actor }: Scope, features: PlanView, { isFor, feature }: MenuItem): boolean {
  return isFor(actor) && (feature === undefined || features[feature]);
}

async function entryOf(
  scope: Scope,
  {
    isFor: _isFor,
    feature: _feature,
    position: _position,
    alert: _alert,
    badge,
    badgeChannels,
    ...more
  }: MenuItem,
): Promise<MenuEntry> {
  const { isPublicChannel = false, sumsTabsOf, ...item } = more;
  const session = scope.actor.kind === 'user' ? scope.actor.session : '';
  const badgeDelayMs = isPublicChannel ? spreadDelayOf(session) : BADGE_DELAY_MS;
  if (sumsTabsOf) {
    const { count, channels } = await waitingOnTabs(scope, sumsTabsOf);
    return { ...item, badgeDelayMs, badge: count || null, badgeChannels: channels };
  }
  return {
    ...item,
    badgeDelayMs,
    badge: (await badge?.(scope)) ?? null,
    badgeChannels: badgeChannels ?? [],
  };
}

/** Spec part 1 §2: a short disconnection raises no alarm. */
const BADGE_DELAY_MS = 2_000;
/** An event for all companies must not make all pages reload at once. */
const BADGE_SPREAD_MS = 4_000;
const SPREAD_STEPS = 40;

/** Derived from the session's name, so that the layout of a person's pages stays the same. */
export function spreadDelayOf(session: string): number {
  const step = Number(Bun.hash(session) % BigInt(SPREAD_STEPS + 1));
  return BADGE_DELAY_MS + (step * BADGE_SPREAD_MS) / SPREAD_STEPS;
}
