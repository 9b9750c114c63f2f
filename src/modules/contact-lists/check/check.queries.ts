import { contactListItems as items, outbox } from '@db/tenant/schema/index.ts';
import { and, count, eq, isNull } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { findLine } from '@/modules/contacts/numbers/connected-session.queries.ts';
import { getContactList } from '../contact-lists.queries.ts';
import type { CheckView } from '../contact-lists.views.ts';
import { queueKeyOf } from './request-check.service.ts';

/** Throws ERR_NO_CONTACTLIST_FOUND. */
export async function getCheck(scope: Scope, contactListId: number): Promise<CheckView> {
  const { contactsCount: total } = await getContactList(scope, contactListId);
  const [unchecked] = await scope.db
    .select({ n: count() })
    .from(items)
    .where(and(eq(items.listId, contactListId), isNull(items.isOnWhatsapp)));
  const [valid] = await scope.db
    .select({ n: count() })
    .from(items)
    .where(and(eq(items.listId, contactListId), eq(items.isOnWhatsapp, true)));
  const left = unchecked?.n ?? 0;
  return {
    contactListId,
    total,
    checked: total - left,
    valid: valid?.n ?? 0,
    state: left === 0 ? 'none' : await stateOf(scope, contactListId),
  };
}

async function stateOf(scope: Scope, contactListId: number): Promise<'running' | 'waits' | 'stopped'> {
  const going = await scope.db.query.outbox.findFirst({
    columns: { id: true },
    where: and(eq(outbox.queueKey, queueKeyOf(contactListId)), isNull(outbox.parkedAt)),
  });
  if (!going) return 'stopped';
  return (await findLine(scope)) ? 'running' : 'waits';
}
