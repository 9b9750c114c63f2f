import { connections, contactIdentities, contacts } from '@db/tenant/schema/index.ts';
import { eq, ne } from 'drizzle-orm';
import { amongIds, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { AppError } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { OutboxHandler, OutboxKinds } from '@/core/queue/outbox.ts';
import { dropWork } from '@/core/queue/outbox-pending.ts';
import type { Scope } from '@/core/scope.ts';
import { isReturning, requireSession } from '@/modules/connections/session.queries.ts';
import type { Block } from '@/whatsapp/port.ts';
import { requireSight } from './contact-access.policy.ts';
import { canChangeContacts } from './contacts.policy.ts';
import { getAddresses, getContact, requireContact } from './contacts.queries.ts';
import type { ContactDetail } from './contacts.views.ts';
import { outboxError } from './numbers/connected-session.queries.ts';

declare module '@/core/queue/outbox.ts' {
  interface OutboxKinds {
    'contact.block': { contactId: number; connectionId: number };
  }
}

/** Throws ERR_NO_CONTACT_FOUND (also for a group), ERR_CONTACT_OF_OTHERS. */
export async function blockContact(
  scope: Scope,
  { contactId, blocked }: { contactId: number; blocked: boolean },
): Promise<ContactDetail> {
  requireCan(scope, canChangeContacts);
  return scope.write(async (tx) => {
    const contact = await requireContact(tx, contactId);
    if (contact.isGroup) throw new AppError('ERR_NO_CONTACT_FOUND');
    if (contact.isBlocked !== blocked) {
      await requireSight(tx, contactId);
      await setBlocked(tx, contactId, blocked);
      await requestBlocks(tx, contactId);
    }
    return getContact(tx, contactId);
  });
}

/** Applies a block made on a phone; skips people who are not contacts. */
export async function followPhone(scope: Scope, connectionId: number, blocks: Block[]): Promise<void> {
  await scope.write(async (tx) => {
    for (const { identity, blocked } of blocks) {
      const [contact] = await addressed(tx.db, { ids: JSON.stringify([identity.lid, identity.pn]) });
      if (!contact || contact.isBlocked === blocked) continue;
      await setBlocked(tx, contact.id, blocked);
      const jids = await getAddresses(tx, contact.id);
      const isDone = jids.every((jid) => jid === identity.pn || jid === identity.lid);
      await requestBlocks(tx, contact.id, isDone ? connectionId : undefined);
    }
  });
}

const addressed = tenantStatement((db) =>
  db
    .selectDistinct({ id: contacts.id, isBlocked: contacts.isBlocked })
    .from(contactIdentities)
    .innerJoin(contacts, eq(contacts.id, contactIdentities.contactId))
    .where(amongIds(contactIdentities.jid)),
);

async function setBlocked(tx: Scope, contactId: number, blocked: boolean): Promise<void> {
  await tx.db
    .update(contacts)
    .set({ isBlocked: blocked, updatedAt: tx.now() })
    .where(eq(contacts.id, contactId));
  tx.emit('contact.updated', { contactId });
}

export async function requestBlocks(tx: Scope, contactId: number, knownBy = 0): Promise<void> {
  await dropWork(tx, 'contact.block', ['contactId', contactId]);
  const others = tx.db.select({ id: connections.id }).from(connections).where(ne(connections.id, knownBy));
  for (const { id } of await others) await requestBlock(tx, { contactId, connectionId: id });
}

function requestBlock(tx: Scope, block: OutboxKinds['contact.block']): Promise<void> {
  return tx.kernel.outbox.add(tx, `contact:${block.connectionId}`, 'contact.block', block);
}

export const deliverBlock: OutboxHandler<'contact.block'> = {
  async run(scope, { payload }) {
    const { contactId, connectionId } = payload;
    const contact = await scope.db.query.contacts.findFirst({ where: eq(contacts.id, contactId) });
    if (!contact) return undefined;
    const session = await requireSession(scope, connectionId);
    await session.setBlocked(await getAddresses(scope, contactId), contact.isBlocked).catch(outboxError);
    return undefined;
  },
  /** Parked while only a person can connect it again; `recordSessionState` resumes it. */
  async park(tx, { payload }, code) {
    if (code !== 'ERR_WAPP_NOT_INITIALIZED') return;
    // It may have connected meanwhile.
    if (await isReturning(tx, payload.connectionId)) await requestBlock(tx, payload);
  },
};
