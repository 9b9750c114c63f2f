/**
 * Pages and calls whose data grow tenfold: 10,000 and 100,000 contacts, 5,000 and 50,000 tickets, a list and a campaign of
 * 10,000 and 100,000. In-process, without a socket.
 */
import type { Client } from '@libsql/client';
import { alternate, growth, type Line, main } from './support/report.ts';
import { LONG_TICKET, type SeededApp, type Size, SMALL, seededApp, TIMES_TEN } from './support/seeded.ts';

const HTML = 'text/html';
const JSON_TYPE = 'application/json';

const READS: [what: string, path: string, accept: string][] = [
  ['campaign report, page', '/campaign/1/report', HTML],
  ['campaign report, its contacts', '/campaign/1/report/contacts', HTML],
  ['campaigns, page', '/campaigns', HTML],
  ['contact lists, page', '/contact-lists', HTML],
  ['a contact list, page', '/contact-lists/1/contacts', HTML],
  ['a contact list, page 15', '/contact-list-items?contactListId=1&pageNumber=15', JSON_TYPE],
  ['audit of tickets, page', '/audit?kind=ticket', HTML],
  ['kanban, page', '/kanban', HTML],
  ['kanban, JSON', '/ticket/kanban?queueIds=[]', JSON_TYPE],
  ['tags, page', '/tags', HTML],
  ['tags, JSON', '/tags?pageNumber=1', JSON_TYPE],
  ['contacts, page', '/contacts', HTML],
  ['contacts "mar"', '/contacts?searchParam=mar', JSON_TYPE],
  ['tickets "maria silva"', '/tickets?searchParam=maria%20silva', JSON_TYPE],
  ['tickets "maria"', '/tickets?searchParam=maria', JSON_TYPE],
  ['tickets "pa"', '/tickets?searchParam=pa', JSON_TYPE],
  ['tickets of one queue', '/tickets?status=open&showAll=true&queueIds=[3]', JSON_TYPE],
  ['tickets, page 15', '/tickets?status=open&showAll=true&pageNumber=15', JSON_TYPE],
  ['dashboard, page', '/', HTML],
  ['desk, page', '/tickets', HTML],
  ['a long conversation', `/messages/${LONG_TICKET}`, JSON_TYPE],
];

/** A campaign at half of its list, a column of the board for each fifth tag, and a history of changes. */
async function addWork(client: Client, { contacts, tickets }: Size): Promise<void> {
  for (const sql of [
    `INSERT INTO contact_lists (name, search_name) VALUES ('Clientes', 'clientes')`,
    `INSERT INTO contact_list_items (list_id, name, search_name, number, is_on_whatsapp)
       SELECT 1, name, lower(name), number, CASE WHEN id % 10 = 0 THEN 0 ELSE 1 END FROM contacts`,
    `INSERT INTO campaigns (name, status, messages, connection_id, contact_list_id, started_at, prepared_at)
       VALUES ('Natal', 'EM_ANDAMENTO', '["Oi"]', 1, 1, 1760000000000, 1760000000000)`,
    `INSERT INTO campaign_shippings (campaign_id, item_id, name, number, state, message, delivered_at)
       SELECT 1, id, name, number, CASE WHEN id <= ${contacts / 2} THEN 'delivered' ELSE 'waiting' END, 'Oi',
         CASE WHEN id <= ${contacts / 2} THEN 1760000000000 + id * 1000 END FROM contact_list_items WHERE is_on_whatsapp`,
    `UPDATE tags SET kanban = 1 WHERE id % 5 = 0`,
    `INSERT INTO audit_entries (at, action, kind, subject_id, subject_name, person_id, person_name, hash)
       SELECT 1760000000000 + i * 1000, CASE WHEN i % 3 = 0 THEN 'ticket.deleted' ELSE 'tag.changed' END,
         CASE WHEN i % 3 = 0 THEN 'ticket' ELSE 'tag' END, i, 'Nome ' || i, 1, 'Dona', 'x'
       FROM (WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${tickets}) SELECT i FROM n)`,
  ])
    await client.execute(sql);
}

async function seeded(size: Size): Promise<SeededApp> {
  const app = await seededApp(size);
  const { client } = await app.dependencies.kernel.tenants.open(1);
  await addWork(client, size);
  return app;
}

function reader(app: SeededApp, path: string, accept: string) {
  return async () => {
    const reply = await app.ask(path, accept);
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text.slice(0, 300)}`);
    return text;
  };
}

export async function runGrowth(): Promise<Line[]> {
  const [small, big] = [await seeded(SMALL), await seeded(TIMES_TEN)];
  const chosen = process.argv[2] ?? '';
  const lines: Line[] = [];
  for (const [what, path, accept] of READS.filter(([name]) => name.includes(chosen))) {
    const [few, many] = await alternate(reader(small, path, accept), reader(big, path, accept));
    lines.push(growth(`${what}: data times ten ÷ small`, 1_000 / many, 1_000 / few, 1.5));
  }
  await small.end();
  await big.end();
  return lines;
}

if (import.meta.main) await main(runGrowth);
