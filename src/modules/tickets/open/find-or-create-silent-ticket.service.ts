import { contacts, tickets } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { AppError } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { AT_HAND, type TicketAtHand, ticketOf } from './find-or-create-ticket.service.ts';

/** Whatever its status; a new one gets no attendance. Throws ERR_NO_CONTACT_FOUND. */
export async function findOrCreateSilentTicket(
  tx: Scope,
  wanted: { contactId: number; connectionId: number },
): Promise<TicketAtHand> {
  const [known] = await ticketOf(tx.db, wanted);
  if (known) return known;
  const [contact] = await contactOf(tx.db, wanted);
  if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND');
  const [ticket] = await addSilent(tx.db, {
    ...wanted,
    ...contact,
    uuid: tx.kernel.ids.uuid(),
    now: tx.now(),
  });
  if (!ticket) throw new AppError('ERR_CREATING_TICKET');
  return ticket;
}

const contactOf = tenantStatement((db) =>
  db
    .select({ isGroup: contacts.isGroup })
    .from(contacts)
    .where(eq(contacts.id, sql.placeholder('contactId'))),
);

const addSilent = tenantStatement((db) =>
  db
    .insert(tickets)
    .values({
      uuid: sql.placeholder('uuid'),
      status: 'closed',
      isSilent: true,
      contactId: sql.placeholder('contactId'),
      connectionId: sql.placeholder('connectionId'),
      isGroup: sql.placeholder('isGroup'),
      createdAt: sql.placeholder('now'),
      updatedAt: sql.placeholder('now'),
    })
    .returning(AT_HAND),
);
