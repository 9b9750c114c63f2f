import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import { type App, createApp } from '@/app.ts';
import { readConfig } from '@/config.ts';
import { createDependencies, type Dependencies } from '@/dependencies.ts';
import { startSession } from '@/modules/auth/sessions/sessions.service.ts';
import { ensureAdmin } from '@/modules/auth/set-up/first-start.service.ts';
import { contactName, writer } from './texts.ts';

export type Size = {
  contacts: number;
  tickets: number;
  messages: number;
  longest: number;
};
export const SMALL: Size = { contacts: 10_000, tickets: 5_000, messages: 100_000, longest: 20_000 };
export const TIMES_TEN: Size = { contacts: 100_000, tickets: 50_000, messages: 1_000_000, longest: 20_000 };
export const LONG_TICKET = 3;

const people = ({ tickets }: Size): string[] => [
  `INSERT INTO connections (name, status, is_default) VALUES ('Aurora', 'CONNECTED', 1)`,
  `${numbers(8)} INSERT INTO queues (name, color) SELECT 'Fila ' || i, printf('#%06x', i * 4321) FROM n`,
  `${numbers(12)} INSERT INTO users (name, email, password_hash, profile) SELECT 'Agente ' || i, 'agente' || i || '@aurora.test', 'x', 'user' FROM n`,
  `INSERT INTO user_queues (user_id, queue_id) SELECT users.id, queues.id FROM users, queues WHERE (users.id + queues.id) % 3 = 0`,
  `${numbers(20)} INSERT INTO tags (name, search_name, color) SELECT 'Etiqueta ' || i, 'etiqueta ' || i, '#336699' FROM n`,
  `INSERT INTO contact_identities (jid, kind, contact_id) SELECT number || '@s.whatsapp.net', 'pn', id FROM contacts`,
  `${numbers(tickets)} INSERT INTO tickets (uuid, status, contact_id, connection_id, user_id, queue_id, unread_messages, last_message, waiting_since, created_at, updated_at)
   SELECT 'bench-' || i, CASE WHEN i % 10 < 4 THEN 'open' WHEN i % 10 < 6 THEN 'pending' ELSE 'closed' END, i, 1,
     CASE WHEN i % 10 < 4 THEN 1 + i % 13 END, CASE WHEN i % 9 > 0 THEN i % 9 END, i % 4, 'Bom dia, queria saber do meu pedido ' || i,
     CASE WHEN i % 10 IN (4, 5) THEN 1760000000000 + (i * 7919 % ${tickets}) * 1000 END, 1760000000000 + i * 1000, 1760000000000 + (i * 7919 % ${tickets}) * 1000 FROM n`,
  `INSERT INTO ticket_tags (ticket_id, tag_id) SELECT id, 1 + id % 20 FROM tickets WHERE id % 2 = 0`,
];

const CONTACTS = `INSERT INTO contacts (name, number) SELECT value, '55119' || (10000001 + ?1 + key) FROM json_each(?2)`;

const MESSAGES = `INSERT INTO messages (wid, ticket_id, connection_id, chat_id, contact_id, author, from_me, origin, body, media_type, ack, read, remote_jid, raw, sent_at, created_at, updated_at)
   SELECT 'W' || (?1 + key), value ->> 0, 1, value ->> 0, CASE WHEN value ->> 1 THEN NULL ELSE value ->> 0 END, CASE WHEN value ->> 1 THEN 'me' ELSE value ->> 0 END,
     value ->> 1, CASE WHEN value ->> 1 THEN 'agent' ELSE 'customer' END, value ->> 2, 'conversation', 3, 1, '55119' || (10000000 + (value ->> 0)) || '@s.whatsapp.net',
     'CixPbMOhLCBhcXVpIHZhaSBhIG1lbnNhZ2Vt', 1760000000000 + (?1 + key) * 100, 1760000000000 + (?1 + key) * 100, 1760000000000 + (?1 + key) * 100 FROM json_each(?2)`;

const BLOCK = 10_000;

export async function fill(client: Client, size: Size): Promise<void> {
  const inBlocks = async (sql: string, count: number, rowOf: (n: number) => unknown) => {
    for (let first = 0; first < count; first += BLOCK) {
      const values = Array.from({ length: Math.min(BLOCK, count - first) }, (_, n) => rowOf(first + n));
      await client.execute({ sql, args: [first, JSON.stringify(values)] });
    }
  };
  await inBlocks(CONTACTS, size.contacts, contactName);
  for (const statement of people(size)) await client.execute(statement);
  const write = writer();
  const total = size.messages + size.longest;
  const each = size.longest > 0 ? Math.floor(total / size.longest) : Number.POSITIVE_INFINITY;
  await inBlocks(MESSAGES, total, (n) =>
    n % each === 0
      ? [LONG_TICKET, (n / each) % 2, write(n)]
      : [1 + (n % size.tickets), Math.floor(n / size.tickets) % 2, write(n)],
  );
  await client.execute(
    'UPDATE tickets SET last_message_id = (SELECT max(id) FROM messages WHERE ticket_id = tickets.id)',
  );
}

const numbers = (count: number) =>
  `WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;

export const ADMIN = { email: 'dona@aurora.test', password: 'uma senha bem comprida' };

export type SeededApp = {
  dependencies: Dependencies;
  app: App;
  dataDir: string;
  file: string;
  ask(path: string, accept?: string): Promise<Response>;
  askAs(userId: number): Promise<SeededApp['ask']>;
  end(): Promise<void>;
  remove(): Promise<void>;
};

export async function seededApp(size: Size | null, cacheFile?: string): Promise<SeededApp> {
  const dataDir = cacheFile ?? mkdtempSync(join(tmpdir(), 'balcao-bench-'));
  mkdirSync(dataDir, { recursive: true });
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  });
  const dependencies = await createDependencies(config);
  await ensureAdmin(dependencies.kernel);
  const { client } = await dependencies.kernel.tenants.open(1);
  if (size) await fill(client, size);
  const app = createApp(dependencies.kernel);
  const remove = async () => {
    if (cacheFile === undefined) rmSync(dataDir, { recursive: true });
  };
  const askAs = async (userId: number): Promise<SeededApp['ask']> => {
    const session = await startSession(dependencies.kernel, 1, userId);
    const headers = { Host: 'desk.test', Origin: 'http://desk.test', Cookie: `sid=${session}` };
    return async (path, accept = 'application/json') =>
      app.fetch(new Request(`http://desk.test${path}`, { headers: { ...headers, Accept: accept } }));
  };
  return {
    dependencies,
    app,
    dataDir,
    file: join(dataDir, 'companies/1/company.db'),
    ask: await askAs(1),
    askAs,
    async end() {
      await dependencies.stop();
      await remove();
    },
    remove,
  };
}
