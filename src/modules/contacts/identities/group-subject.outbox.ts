import { contacts } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { OutboxHandler } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import { nameFrom } from '@/core/text.ts';
import { getAddress } from '../contacts.queries.ts';
import { outboxError } from '../numbers/connected-session.queries.ts';
import { isBareAddress } from './contact-name.logic.ts';

declare module '@/core/queue/outbox.ts' {
  interface OutboxKinds {
    'contact.subject': { contactId: number; connectionId: number };
  }
}

type ContactRow = typeof contacts.$inferSelect;

/** WhatsApp announces a group's subject before its first message, when there is no contact to store it in. */
export function isNamelessGroup(contact: ContactRow): boolean {
  return contact.isGroup && contact.nameIsProvisional && isBareAddress(contact.name);
}

export async function requestSubject(tx: Scope, contactId: number, connectionId: number): Promise<void> {
  await tx.kernel.outbox.add(tx, `subject:${connectionId}`, 'contact.subject', { contactId, connectionId });
}

/** Only the connection that is in the group can ask. */
export const fetchSubject: OutboxHandler<'contact.subject'> = {
  mayKill: true,
  async run(scope, { payload: { contactId, connectionId } }) {
    const { companyId, kernel } = scope;
    const session = kernel.services.whatsapp.find({ companyId, connectionId });
    if (!session || !(await findNameless(scope, contactId))) return undefined;
    const subject = await session.groupSubject(await getAddress(scope, contactId)).catch(outboxError);
    return subject ? (tx) => rename(tx, contactId, nameFrom(subject.trim())) : undefined;
  },
  async park() {},
};

async function rename(tx: Scope, contactId: number, name: string): Promise<void> {
  if (name === '' || !(await findNameless(tx, contactId))) return;
  await tx.db.update(contacts).set({ name, updatedAt: tx.now() }).where(eq(contacts.id, contactId));
  tx.emit('contact.updated', { contactId });
}

async function findNameless(scope: Scope, contactId: number): Promise<ContactRow | undefined> {
  const contact = await scope.db.query.contacts.findFirst({ where: eq(contacts.id, contactId) });
  return contact && isNamelessGroup(contact) ? contact : undefined;
}
