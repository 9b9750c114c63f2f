import { contactListTotals, outbox } from '@db/tenant/schema/index.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { findConnectedSession } from '@/modules/contacts/numbers/connected-session.queries.ts';
import { getContactList } from '../contact-lists.queries.ts';
import type { CheckView } from '../contact-lists.views.ts';
import { queueKeyOf } from './request-check.service.ts';

/** Throws ERR_NO_CONTACTLIST_FOUND. */
export async function getCheck(scope: Scope, contactListId: number): Promise<CheckView> {
  await getContactList(scope, contactListId);
  const totals = await scope.db.query.contactListTotals.findFirst({
    where: eq(contactListTotals.listId, contactListId),
  });
  const { items: total, unchecked: left, valid } = totals ?? { items: 0, unchecked: 0, valid: 0 };
  return {
    contactListId,
    total,
    checked: total - left,
    valid,
    state: left === 0 ? 'none' : await stateOf(scope, contactListId),
  };
}

async function stateOf(scope: Scope, contactListId: number): Promise<'running' | 'waits' | 'stopped'> {
  const going = await scope.db.query.outbox.findFirst({
    columns: { id: true },
    where: and(eq(outbox.queueKey, queueKeyOf(contactListId)), isNull(outbox.parkedAt)),
  });
  if (!going) return 'stopped';
  return (await findConnectedSession(scope)) ? 'running' : 'waits';
}
