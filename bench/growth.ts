/**
 * Pages and calls whose data grow tenfold: 10,000 and 100,000 contacts, 5,000 and 50,000 tickets, a list and a campaign of
 * 10,000 and 100,000. In-process, without a socket.
 */
import { alternate, growth, type Line, main } from './support/report.ts';
import { LONG_TICKET, type SeededApp, type Size, SMALL, seededApp, TIMES_TEN } from './support/seeded.ts';
import { addWork } from './support/work.ts';

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
  ['contacts "mar", page', '/contacts?searchParam=mar', HTML],
  ['contacts "maria silva", page', '/contacts?searchParam=maria%20silva', HTML],
  ['contacts "mar"', '/contacts?searchParam=mar', JSON_TYPE],
  ['tickets "maria silva"', '/tickets?searchParam=maria%20silva', JSON_TYPE],
  ['tickets "maria"', '/tickets?searchParam=maria', JSON_TYPE],
  ['tickets "pa"', '/tickets?searchParam=pa', JSON_TYPE],
  ['tickets of one queue', '/tickets?status=open&showAll=true&queueIds=[3]', JSON_TYPE],
  ['tickets, page 15', '/tickets?status=open&showAll=true&pageNumber=15', JSON_TYPE],
  ['dashboard, page', '/', HTML],
  ['dashboard of a queue, page', '/?queueId=3', HTML],
  ['dashboard of a person, page', '/?userId=4', HTML],
  ['dashboard of a queue and a person, page', '/?queueId=3&userId=4', HTML],
  ['desk, page', '/tickets', HTML],
  ['a long conversation', `/messages/${LONG_TICKET}`, JSON_TYPE],
];

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
