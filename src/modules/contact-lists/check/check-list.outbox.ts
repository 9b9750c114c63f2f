import { contactListItems as items } from '@db/tenant/schema/index.ts';
import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { AppError } from '@/core/errors.ts';
import { type OutboxHandler, TryLater } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import { findConnectedSession } from '@/modules/contacts/numbers/connected-session.queries.ts';
import { spellingsOf } from '@/modules/contacts/numbers/contact-number.logic.ts';
import {
  type Checked,
  checkNumbers,
  NUMBERS_AT_ONCE,
} from '@/modules/contacts/numbers/number-checks.service.ts';
import { lookupOf } from './number-lookup.logic.ts';
import { queueKeyOf } from './request-check.service.ts';

declare module '@/core/queue/outbox.ts' {
  interface OutboxKinds {
    'contact-list.check': { contactListId: number };
  }
}

type Item = { id: number; number: string };

/** Fifty numbers a try, at a pace WhatsApp tolerates; a crash repeats one try, whose answers are cached. */
export const checkList: OutboxHandler<'contact-list.check'> = {
  async run(scope, { payload: { contactListId } }) {
    const waiting = await listUnchecked(scope, contactListId, NUMBERS_AT_ONCE);
    if (waiting.length === 0) return (tx) => continueCheck(tx, contactListId);
    const answers = await ask(scope, waiting);
    return (tx) => settle(tx, contactListId, waiting, answers);
  },
  async park(tx, { payload: { contactListId } }) {
    tx.emit('contact-list.reloaded', { contactListId, itemIds: [] });
  },
};

/** Throws TryLater without a connection, or an answer. */
async function ask(scope: Scope, waiting: Item[]): Promise<Map<string, Checked>> {
  if (!(await findConnectedSession(scope)))
    throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { uncounted: true });
  const answers = await checkNumbers(
    scope,
    waiting.map(({ number }) => number),
  ).catch((cause: unknown) => {
    if (cause instanceof AppError) throw new TryLater(cause.code, { cause });
    throw cause;
  });
  if (answers.size === 0) throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { uncounted: true });
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
  await continueCheck(tx, contactListId);
  tx.emit('contact-list.reloaded', { contactListId, itemIds: waiting.map(({ id }) => id) });
}

/** Also for what was added after the last look: while this row waits, nobody asks for another check. */
async function continueCheck(tx: Scope, contactListId: number): Promise<void> {
  const [more] = await listUnchecked(tx, contactListId, 1);
  if (more)
    await tx.kernel.outbox.add(tx, queueKeyOf(contactListId), 'contact-list.check', { contactListId });
}

/** When two spellings turn out to be one number, one entry stays. A number changed in between is checked later. */
async function note(tx: Scope, listId: number, item: Item, answer: Checked): Promise<void> {
  const lookup = lookupOf(item.number, answer, tx.now());
  const isIt = and(eq(items.id, item.id), eq(items.number, item.number));
  const twin = await tx.db.query.contactListItems.findFirst({
    columns: { id: true },
    where: and(
      eq(items.listId, listId),
      inArray(items.number, spellingsOf(lookup.number)),
      ne(items.id, item.id),
    ),
  });
  if (twin && lookup.isOnWhatsapp) await tx.db.delete(items).where(isIt);
  else
    await tx.db
      .update(items)
      .set({ ...lookup, updatedAt: tx.now() })
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
