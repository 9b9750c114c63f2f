import { connectionQueues, tickets } from '@db/tenant/schema/index.ts';
import type { Phone } from '@demo/whatsapp/index.ts';
import { eq } from 'drizzle-orm';
import { openScope, type Scope } from '@/core/scope.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import type { PersonName } from '../../support/people.ts';
import type { Fixture } from '../support.ts';
import { until } from './wait.ts';

export type Customer = { phone: Phone; ticketId: number; contactId: number; uuid: string };

let bought = 0;

export async function customer(
  fixture: Fixture,
  { name, text = 'Bom dia!', of }: { name: string; text?: string; of?: PersonName },
): Promise<Customer> {
  bought += 1;
  const phone = fixture.network.phone({ number: `55119${String(80_000_000 + bought)}`, name });
  await phone.send(fixture.owner, { text: text });
  const scope = await fixture.scope();
  const ticket = await until(`a ticket for ${name}`, async () => {
    const contact = await scope.db.query.contacts.findFirst({
      where: (t, { eq: is }) => is(t.number, phone.number),
    });
    return contact && scope.db.query.tickets.findFirst({ where: eq(tickets.contactId, contact.id) });
  });
  if (of) {
    const personal = await scopeOf(fixture, of);
    await patchTicket(personal, { ticketId: ticket.id, status: 'open', userId: fixture.people.userId[of] });
  }
  return { phone, ticketId: ticket.id, contactId: ticket.contactId, uuid: ticket.uuid };
}

export async function scopeOf({ dependencies, people }: Fixture, name: PersonName): Promise<Scope> {
  const companyId = people.companyId.aurora;
  const actor = await loadActor(dependencies.kernel, companyId, people.userId[name], `test-${name}`);
  if (!actor) throw new Error(`${name} is not in the cast`);
  return openScope(dependencies.kernel, {
    companyId,
    actor: { ...actor, provenAt: dependencies.kernel.clock() },
  });
}

export async function leadTo(fixture: Fixture, queue: 'Vendas' | 'Suporte'): Promise<void> {
  const scope = await fixture.scope();
  const { connectionId } = fixture;
  await scope.write(async (tx) => {
    await tx.db.insert(connectionQueues).values({ connectionId, queueId: fixture.people.queueId[queue] });
  });
}
