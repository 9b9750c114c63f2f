import { users } from '@db/tenant/schema/index.ts';
import type { Scope } from '@/core/scope.ts';

export const FIRST_USER = 1;

export async function addFirstPerson(
  scope: Scope,
  person: { name: string; email: string; passwordHash: string; super: boolean },
): Promise<void> {
  await scope.write((tx) => {
    const stamps = { createdAt: tx.now(), updatedAt: tx.now() };
    return tx.db
      .insert(users)
      .values({ ...person, ...stamps, id: FIRST_USER, profile: 'admin', allTicket: true });
  });
}
