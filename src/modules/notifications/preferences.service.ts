import { userPreferences } from '@db/tenant/schema/index.ts';
import { and, eq } from 'drizzle-orm';
import { requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import type { PreferenceInput } from './notification-inputs.schema.ts';
import {
  PREFERENCE_KEYS,
  PREFERENCES,
  type PreferenceKey,
  type Preferences,
  SWITCH_VALUES,
} from './preferences.schema.ts';

export async function getPreferences(scope: Scope, userId: number): Promise<Preferences> {
  const rows = await scope.remember([userPreferences], `preferences:${userId}`, () =>
    scope.db.select().from(userPreferences).where(eq(userPreferences.userId, userId)),
  );
  const set = rows.flatMap(({ key, value }) => {
    const known = SWITCH_VALUES.find((one) => one === value);
    return known && isKey(key) ? [[key, known]] : [];
  });
  return { ...PREFERENCES, ...Object.fromEntries(set) };
}

export async function setPreference(scope: Scope, input: PreferenceInput): Promise<PreferenceInput> {
  const { id: userId } = requireUser(scope);
  await scope.write((tx) =>
    tx.db
      .insert(userPreferences)
      .values({ userId, ...input, createdAt: tx.now(), updatedAt: tx.now() })
      .onConflictDoUpdate({
        target: [userPreferences.userId, userPreferences.key],
        set: { value: input.value, updatedAt: tx.now() },
      }),
  );
  return input;
}

/** Dismissed hints; not settable by clients. */
type PutAway = 'firstSteps';

export async function putAway(scope: Scope, what: PutAway): Promise<void> {
  const { id: userId } = requireUser(scope);
  const values = {
    userId,
    key: `away.${what}`,
    value: 'enabled',
    createdAt: scope.now(),
    updatedAt: scope.now(),
  };
  await scope.write((tx) => tx.db.insert(userPreferences).values(values).onConflictDoNothing());
}

export async function isPutAway(scope: Scope, userId: number, what: PutAway): Promise<boolean> {
  const found = and(eq(userPreferences.userId, userId), eq(userPreferences.key, `away.${what}`));
  return (await scope.db.query.userPreferences.findFirst({ where: found })) !== undefined;
}

type Preference = 'seen.announcements' | 'pins';

export async function findIds(scope: Scope, userId: number, what: Preference): Promise<number[]> {
  const value = await scope.remember([userPreferences], `${what}:${userId}`, async () => {
    const where = and(eq(userPreferences.userId, userId), eq(userPreferences.key, what));
    return (await scope.db.query.userPreferences.findFirst({ where }))?.value ?? '';
  });
  return value.split(',').filter(Boolean).map(Number);
}

export async function storeIds(tx: Scope, userId: number, what: Preference, ids: number[]): Promise<void> {
  const value = ids.join(',');
  const row = { userId, key: what, value, createdAt: tx.now(), updatedAt: tx.now() };
  await tx.db
    .insert(userPreferences)
    .values(row)
    .onConflictDoUpdate({
      target: [userPreferences.userId, userPreferences.key],
      set: { value, updatedAt: tx.now() },
    });
}

function isKey(key: string): key is PreferenceKey {
  return PREFERENCE_KEYS.some((known) => known === key);
}
