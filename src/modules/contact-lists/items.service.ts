import { contactListItems as items } from '@db/tenant/schema/index.ts';
import { and, eq, inArray, ne } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { searchable } from '@/core/db/search.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { storable } from '@/core/text.ts';
import { isSameNumber, spellingsOf, toDigits } from '@/modules/contacts/numbers/contact-number.logic.ts';
import { type Checked, checkNumbers } from '@/modules/contacts/numbers/number-checks.service.ts';
import { type Lookup, lookupOf } from './check/number-lookup.logic.ts';
import { wantCheck } from './check/request-check.service.ts';
import { canManageLists } from './contact-lists.policy.ts';
import { getContactList } from './contact-lists.queries.ts';
import type { ItemInput } from './contact-lists.schema.ts';
import type { ItemView } from './contact-lists.views.ts';
import { getItem, requireItem } from './items.queries.ts';

/** Stores WhatsApp's spelling if known. Throws ERR_NO_CONTACTLIST_FOUND, InvalidInput on `number`. */
export async function addItem(scope: Scope, input: ItemInput & { contactListId: number }): Promise<ItemView> {
  const { id: listId } = await getContactList(scope, input.contactListId);
  const lookup = await lookUp(scope, input.number);
  return scope.write(async (tx) => {
    await getContactList(tx, listId);
    await requireFreeNumber(tx, listId, lookup.number);
    const row = await tx.db
      .insert(items)
      .values({ listId, ...fieldsOf(input), ...lookup, createdAt: tx.now(), updatedAt: tx.now() })
      .returning({ id: items.id })
      .then(insertedRow);
    if (lookup.isOnWhatsapp === null) await wantCheck(tx, listId);
    tx.emit('contact-list-item.created', { contactListItemId: row.id });
    return getItem(tx, row.id);
  });
}

/** Throws ERR_NO_CONTACTLISTITEM_FOUND, InvalidInput on `number`. */
export async function updateItem(
  scope: Scope,
  { contactListItemId, ...input }: ItemInput & { contactListItemId: number },
): Promise<ItemView> {
  const before = await requireItem(scope, contactListItemId);
  const isSame = isSameNumber(input.number, before.number);
  const lookup = isSame ? undefined : await lookUp(scope, input.number);
  return scope.write(async (tx) => {
    const { listId } = await requireItem(tx, contactListItemId);
    if (lookup) await requireFreeNumber(tx, listId, lookup.number, contactListItemId);
    await tx.db
      .update(items)
      .set({ ...fieldsOf(input), ...lookup, updatedAt: tx.now() })
      .where(eq(items.id, contactListItemId));
    if (lookup?.isOnWhatsapp === null) await wantCheck(tx, listId);
    tx.emit('contact-list-item.updated', { contactListItemId });
    return getItem(tx, contactListItemId);
  });
}

/** Throws ERR_NO_CONTACTLISTITEM_FOUND. */
export async function deleteItem(scope: Scope, input: { contactListItemId: number }): Promise<void> {
  requireCan(scope, canManageLists);
  await scope.write(async (tx) => {
    const item = await requireItem(tx, input.contactListItemId);
    const { id: contactListItemId, listId: contactListId, name, number } = item;
    await audit(tx, {
      what: 'contactList.contactDeleted',
      on: { id: contactListId, name },
      before: { number },
    });
    await tx.db.delete(items).where(eq(items.id, contactListItemId));
    tx.emit('contact-list-item.deleted', { contactListItemId, contactListId });
  });
}

/** Without a connection, or when WhatsApp fails, the number stays as typed and is checked later. */
async function lookUp(scope: Scope, typed: string): Promise<Lookup> {
  const digits = toDigits(typed);
  const answers = await checkNumbers(scope, [digits]).catch((error: unknown) => {
    if (error instanceof AppError) return new Map<string, Checked>();
    throw error;
  });
  return lookupOf(digits, answers.get(digits), scope.now());
}

async function requireFreeNumber(tx: Scope, listId: number, number: string, exceptId = 0): Promise<void> {
  const same = and(
    eq(items.listId, listId),
    inArray(items.number, spellingsOf(number)),
    ne(items.id, exceptId),
  );
  if (await tx.db.query.contactListItems.findFirst({ where: same }))
    throw new InvalidInput({ number: 'contactLists:errors.known' });
}

function fieldsOf({ name, email }: ItemInput) {
  return { name: storable(name), searchName: searchable(storable(name)), email: storable(email) };
}
