import type { Listener } from '@/core/events.ts';
import type { Scope } from '@/core/scope.ts';
import { getContactList } from '../contact-lists.queries.ts';
import { CHECK_QUEUES, wantCheck } from './request-check.service.ts';

/** Continues where WhatsApp did not answer. Throws ERR_NO_CONTACTLIST_FOUND. */
export async function resumeCheck(scope: Scope, { contactListId }: { contactListId: number }): Promise<void> {
  await scope.write(async (tx) => {
    await getContactList(tx, contactListId);
    await wantCheck(tx, contactListId);
    tx.emit('contact-list.reloaded', { contactListId, itemIds: [] });
  });
}

export const wakeChecks: Listener<'connection.session'> = ({ kernel, companyId }) =>
  kernel.outbox.wake(companyId, CHECK_QUEUES);
