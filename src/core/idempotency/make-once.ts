import { createHash } from 'node:crypto';
import { idempotencyKeys } from '@db/tenant/schema/index.ts';
import { and, eq, lt } from 'drizzle-orm';
import { InvalidInput } from '../errors.ts';
import type { PlatformScope } from '../platform-scope.ts';
import type { Actor, Scope } from '../scope.ts';

const DAY_MS = 86_400_000;

type Asked = { what: string; clientId: string | undefined; request: object };

/** Call in the transaction. The same person's repeat returns the first id. Throws InvalidInput on `form` for another `request`. */
export async function makeOnce(
  tx: Scope | PlatformScope,
  { what, clientId, request }: Asked,
  make: () => Promise<number>,
): Promise<{ id: number; isRepeated: boolean }> {
  if (clientId === undefined) return { id: await make(), isRepeated: false };
  const { db } = tx as Scope;
  const held = { holder: `${what} by ${nameOf(tx.actor)}`, key: clientId };
  const sum = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  const [known] = await db.select().from(idempotencyKeys).where(isKey(held));
  if (known && known.request !== sum) throw new InvalidInput({ form: 'validation:savedBefore' });
  if (known) return { id: Number(known.reply), isRepeated: true };
  const id = await make();
  await db.insert(idempotencyKeys).values({ ...held, request: sum, reply: String(id), createdAt: tx.now() });
  return { id, isRepeated: false };
}

export const isKey = ({ holder, key }: { holder: string; key: string }) =>
  and(eq(idempotencyKeys.holder, holder), eq(idempotencyKeys.key, key));

export async function forgetOldKeys(tx: Scope | PlatformScope): Promise<void> {
  const since = new Date(tx.now().getTime() - DAY_MS);
  await (tx as Scope).db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, since));
}

function nameOf(actor: Actor): string {
  if (actor.kind === 'system') return 'system';
  const { companyId, id } = actor.home ?? actor;
  return `${companyId}:${id}`;
}
