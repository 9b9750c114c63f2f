import { users } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/kernel/scope.ts';

export const FIRST_USER = 1;

export async function addFirstPerson(
  scope: Scope,
  person: { name: string; email: string; passwordHash: string; super: boolean },
): Promise<void> {
  await scope.write((tx) =>
    tx.db.insert(users).values({ ...person, id: FIRST_USER, profile: 'admin', allTicket: true }),
  );
}

export async function changePerson(
  scope: Scope,
  { userId, ...change }: { userId: number; name: string; email: string; passwordHash: string },
): Promise<void> {
  await scope.write(async (tx) => {
    await tx.db
      .update(users)
      .set({ ...change, updatedAt: tx.now() })
      .where(eq(users.id, userId));
    tx.emit('user.updated', { userId });
  });
}
