import { contactListItems as items } from '@db/tenant/schema/index.ts';
import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { AppError } from '@/kernel/errors.ts';
import { type OutboxHandler, TryLater } from '@/kernel/outbox.ts';
import type { Scope } from '@/kernel/scope.ts';
import { spellingsOf } from '@/modules/contacts/contact-number.ts';
import { findLine } from '@/modules/contacts/line.ts';
import { type Checked, checkNumbers, NUMBERS_AT_ONCE } from '@/modules/contacts/number-checks.ts';
import { placed } from './placed.ts';
import { laneOf } from './want-check.ts';

declare module '@/kernel/outbox.ts' {
  interface OutboxKinds {
    'contact-list.check': { contactListId: number };
  }
}

type Item = { id: number; number: string };

/** Fifty numbers a try, at the pace that WhatsApp bears; a crash repeats one try, whose answers are remembered. */
export const checkList: OutboxHandler<'contact-list.check'> = {
  async run(scope, { payload: { contactListId } }) {
    const waiting = await listUnchecked(scope, contactListId, NUMBERS_AT_ONCE);
    if (waiting.length === 0) return undefined;
    const answers = await ask(scope, waiting);
    return (tx) => settle(tx, contactListId, waiting, answers);
  },
  async park(tx, { payload: { contactListId } }) {
    tx.emit('contact-list.reloaded', { contactListId, itemIds: [] });
  },
};

/** Throws TryLater without a connection, or an answer. */
async function ask(scope: Scope, waiting: Item[]): Promise<Map<string, Checked>> {
  if (!(await findLine(scope))) throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { patient: true });
  const answers = await checkNumbers(
    scope,
    waiting.map(({ number }) => number),
  ).catch((cause: unknown) => {
    if (cause instanceof AppError) throw new TryLater(cause.code, { cause });
    throw cause;
  });
  if (answers.size === 0) throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { patient: true });
  return answers;
}

async function settle(
  tx: Scope,
  contactListId: number,
  waiting: Item[],
  answers: Map<string, Checked>,
): Promise<void> {
  for (const item of waiting) {
    const answer = answers.get(item.number);
    if (answer !== undefined) await note(tx, contactListId, item, answer);
  }
  const [more] = await listUnchecked(tx, contactListId, 1);
  if (more) await tx.kernel.outbox.add(tx, laneOf(contactListId), 'contact-list.check', { contactListId });
  tx.emit('contact-list.reloaded', { contactListId, itemIds: waiting.map(({ id }) => id) });
}

/** Two spellings of one number turn out to be one contact: one stays. A number changed meanwhile waits for its turn. */
async function note(tx: Scope, listId: number, item: Item, answer: Checked): Promise<void> {
  const place = placed(item.number, answer, tx.now());
  const isIt = and(eq(items.id, item.id), eq(items.number, item.number));
  const twin = await tx.db.query.contactListItems.findFirst({
    columns: { id: true },
    where: and(
      eq(items.listId, listId),
      inArray(items.number, spellingsOf(place.number)),
      ne(items.id, item.id),
    ),
  });
  if (twin && place.isOnWhatsapp) await tx.db.delete(items).where(isIt);
  else
    await tx.db
      .update(items)
      .set({ ...place, updatedAt: tx.now() })
      .where(isIt);
}

function listUnchecked(scope: Scope, listId: number, limit: number): Promise<Item[]> {
  return scope.db
    .select({ id: items.id, number: items.number })
    .from(items)
    .where(and(eq(items.listId, listId), isNull(items.isOnWhatsapp)))
    .orderBy(asc(items.id))
    .limit(limit);
}
