import { connectionQueues, tickets } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { openScope, type Scope } from '@/kernel/scope.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import type { Phone } from '@/whatsapp/simulator/index.ts';
import type { PersonName } from '../../support/people.ts';
import type { Stage } from '../support.ts';
import { until } from './wait.ts';

export type Customer = { phone: Phone; ticketId: number; contactId: number; uuid: string };

let bought = 0;

/** Without an agent the ticket waits. */
export async function customer(
  stage: Stage,
  { name, says = 'Bom dia!', of }: { name: string; says?: string; of?: PersonName },
): Promise<Customer> {
  bought += 1;
  const phone = stage.network.phone({ number: `55119${String(80_000_000 + bought)}`, name });
  await phone.send(stage.owner, { text: says });
  const scope = await stage.scope();
  const ticket = await until(`a ticket for ${name}`, async () => {
    const contact = await scope.db.query.contacts.findFirst({
      where: (t, { eq: is }) => is(t.number, phone.number),
    });
    return contact && scope.db.query.tickets.findFirst({ where: eq(tickets.contactId, contact.id) });
  });
  if (of) {
    const personal = await scopeOf(stage, of);
    await patchTicket(personal, { ticketId: ticket.id, status: 'open', userId: stage.cast.userId[of] });
  }
  return { phone, ticketId: ticket.id, contactId: ticket.contactId, uuid: ticket.uuid };
}

/** As whoever has just given their password. */
export async function scopeOf({ desk, cast }: Stage, name: PersonName): Promise<Scope> {
  const companyId = cast.companyId.aurora;
  const actor = await loadActor(desk.kernel, companyId, cast.userId[name], `test-${name}`);
  if (!actor) throw new Error(`${name} is not in the cast`);
  return openScope(desk.kernel, { companyId, actor: { ...actor, provenAt: desk.kernel.clock() } });
}

export async function leadTo(stage: Stage, queue: 'Vendas' | 'Suporte'): Promise<void> {
  const scope = await stage.scope();
  const { connectionId } = stage;
  await scope.write(async (tx) => {
    await tx.db.insert(connectionQueues).values({ connectionId, queueId: stage.cast.queueId[queue] });
  });
}
