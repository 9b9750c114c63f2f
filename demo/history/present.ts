import { connections, contactListItems, contacts, tickets } from '@db/tenant/schema/index.ts';
import type { DemoMemory } from '@demo/demo-memory.ts';
import { DEMO_CUSTOMERS, type DemoCustomer } from '@demo/seed/conversations.ts';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { type Kernel, systemScope } from '@/core/scope.ts';
import { listCompanyIds } from '@/modules/companies/companies.queries.ts';

const ON_SCREEN = 16;
const LAST_TEXTS = [
  'Perfeito, obrigado!',
  'Ótimo, fico no aguardo 👍',
  'Entendi. Obrigada pela atenção!',
  'Combinado então',
  'Que bom, muito obrigada 😊',
];

/** Everybody who wrote in the past, or is on a contact list, still has a phone. */
export async function knownNumbers(kernel: Kernel): Promise<{ number: string; name: string }[]> {
  const found = [];
  for (const companyId of await listCompanyIds(kernel)) {
    const { db } = await systemScope(kernel, companyId);
    const columns = ({ name, number }: typeof contacts | typeof contactListItems) => ({ name, number });
    const listed = await db
      .select(columns(contactListItems))
      .from(contactListItems)
      .where(eq(contactListItems.isOnWhatsapp, true));
    found.push(...listed, ...(await db.select(columns(contacts)).from(contacts)));
  }
  return found;
}

/** Customers of open conversations: they answer once more when an agent writes. */
export async function answeringCustomers(kernel: Kernel, memory: DemoMemory): Promise<DemoCustomer[]> {
  const found: DemoCustomer[] = [];
  for (const companyId of await listCompanyIds(kernel)) {
    const { db } = await systemScope(kernel, companyId);
    const rows = await db
      .select({ number: contacts.number, name: contacts.name, connection: connections.name })
      .from(tickets)
      .innerJoin(contacts, eq(contacts.id, tickets.contactId))
      .innerJoin(connections, eq(connections.id, tickets.connectionId))
      .where(and(inArray(tickets.status, ['open', 'pending']), eq(tickets.isGroup, false)))
      .orderBy(desc(tickets.updatedAt), desc(tickets.id))
      .limit(ON_SCREEN);
    for (const [index, row] of rows.entries())
      found.push({
        ...row,
        turns: [[], [{ kind: 'text', text: LAST_TEXTS[index % LAST_TEXTS.length] ?? '' }]],
      });
  }
  const scripted = new Set(DEMO_CUSTOMERS.map(({ number }) => number));
  const added = new Set(memory.added.map(({ number }) => number));
  const others = found.filter(({ number }) => !scripted.has(number) && !added.has(number));
  for (const { number } of others) if (memory.turns[number] === undefined) memory.setTurn(number, 1);
  return others;
}
