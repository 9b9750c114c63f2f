import { connections, contacts } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { AppError } from '@/kernel/errors.ts';
import type { OutboxHandler } from '@/kernel/outbox.ts';
import { requireCan } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import { canChangeContacts } from './contacts.policy.ts';
import { getAddress, getContact, requireContact } from './contacts.queries.ts';
import type { ContactDetail } from './contacts.schema.ts';
import { outboxError } from './line.ts';

declare module '@/kernel/outbox.ts' {
  interface OutboxKinds {
    'contact.block': { contactId: number; connectionId: number };
  }
}

/**
 * The desk takes nothing of a blocked contact from now on, and every line tells WhatsApp so. Groups cannot be
 * blocked. Throws ERR_NO_CONTACT_FOUND.
 */
export async function blockContact(
  scope: Scope,
  { contactId, blocked }: { contactId: number; blocked: boolean },
): Promise<ContactDetail> {
  requireCan(scope, canChangeContacts);
  return scope.write(async (tx) => {
    const contact = await requireContact(tx, contactId);
    if (contact.isGroup) throw new AppError('ERR_NO_CONTACT_FOUND');
    if (contact.isBlocked !== blocked) {
      await tx.db
        .update(contacts)
        .set({ isBlocked: blocked, updatedAt: tx.now() })
        .where(eq(contacts.id, contactId));
      await tellLines(tx, contactId);
      tx.emit('contact.updated', { contactId });
    }
    return getContact(tx, contactId);
  });
}

async function tellLines(tx: Scope, contactId: number): Promise<void> {
  for (const { id } of await tx.db.select({ id: connections.id }).from(connections))
    await tx.kernel.outbox.add(tx, `contact:${id}`, 'contact.block', { contactId, connectionId: id });
}

/** Tells a line how things stand now; one that has no phone has nobody to keep away. */
export const deliverBlock: OutboxHandler<'contact.block'> = {
  async run(scope, { payload }) {
    const contact = await scope.db.query.contacts.findFirst({ where: eq(contacts.id, payload.contactId) });
    const { companyId, kernel } = scope;
    const session = kernel.services.whatsapp.find({ companyId, connectionId: payload.connectionId });
    if (!contact || session?.state.status !== 'CONNECTED') return undefined;
    const jid = await getAddress(scope, contact.id);
    await session.setBlocked(jid, contact.isBlocked).catch(outboxError);
    return undefined;
  },
  /** The desk itself still keeps him away. */
  async park() {},
};
