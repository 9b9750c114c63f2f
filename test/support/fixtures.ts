import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  connectionQueues,
  connections,
  contactFields,
  contacts,
  messages,
  settings,
  ticketTags,
} from '@db/tenant/schema/index.ts';
import type { Client } from '@libsql/client';
import { eq } from 'drizzle-orm';
import type { Fixtures as Named } from '@/core/http/routing/route.ts';
import type { Scope } from '@/core/scope.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { MODULES } from '@/modules.ts';
import type { InboundContent } from '@/whatsapp/port.ts';
import { ROOT } from '../architecture/sources.ts';
import { createTestApp, type Furnished, type TestApp, type TestAppOptions } from './deps.ts';
import { addExampleRecords } from './example-records.ts';
import { addConnection, inbound, inGroup, MARIA, media } from './inbound.ts';

export type Fixtures = Named & {
  companyId: number;
  connectionId: number;
  queueId: number;
  userId: number;
  tagId: number;
  contactId: number;
  ticketId: number;
  uuid: string;
  groupTicketId: number;
  textId: number;
  imageId: number;
  mediaPath: string;
  contactName: string;
  contactNumber: string;
};

type Filling = { company: 'aurora' | 'boreal'; queueId: number; mark: string };

export const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (char) => char.charCodeAt(0),
);

export type AddFixtures = (
  scope: Scope,
  fixtures: Pick<Fixtures, 'contactId' | 'ticketId'>,
  mark: string,
) => Promise<Partial<Named>>;

const ADDED: AddFixtures[] = [];
for (const { name } of MODULES) {
  const path = join(ROOT, 'src/modules', name, 'fixtures.test-support.ts');
  if (existsSync(path)) ADDED.push(((await import(path)) as { addFixtures: AddFixtures }).addFixtures);
}

export async function fillCompany(testApp: TestApp, { company, queueId, mark }: Filling): Promise<Fixtures> {
  const scope = await testApp.systemScope(company);
  const { companyId } = scope;
  const connectionId = await addConnection(testApp, { company, name: `Linha ${mark}` });
  await scope.write(async (tx) => {
    const change = { isDefault: true, number: '5511900000000' };
    await tx.db.update(connections).set(change).where(eq(connections.id, connectionId));
    await tx.db.insert(connectionQueues).values({ connectionId, queueId });
    await tx.db.insert(settings).values({ key: 'CheckMsgIsGroup', value: 'disabled' });
  });
  testApp.whatsapp.media = PNG;
  const target = { companyId, connectionId };
  const person = { from: MARIA, pushName: `Cliente ${mark}` };
  await testApp.listener.onMessages(target, [
    inGroup({ ...person, ...secret('G1'), text: `no grupo ${mark}` }),
    inbound({ ...person, ...secret('T1'), text: `bom dia ${mark}` }),
    inbound({ ...person, ...secret('I1'), content: image(mark) }),
    inbound({
      ...person,
      ...secret('Q1'),
      text: `e isto? ${mark}`,
      quoted: { id: 'T1', fromMe: false, text: '' },
    }),
  ]);
  await testApp.settle();
  const contact = await found(scope.db.query.contacts.findFirst({ where: eq(contacts.isGroup, false) }));
  const image1 = await found(scope.db.query.messages.findFirst({ where: eq(messages.wid, 'I1') }));
  const text1 = await found(scope.db.query.messages.findFirst({ where: eq(messages.wid, 'T1') }));
  const group1 = await found(scope.db.query.messages.findFirst({ where: eq(messages.wid, 'G1') }));
  const ticket = await found(
    scope.db.query.tickets.findFirst({ where: (t, { eq: is }) => is(t.id, text1.ticketId) }),
  );
  const tag = await createTag(scope, { name: `Tag ${mark}`, color: '#1F7A1F', kanban: false });
  await scope.write(async (tx) => {
    await tx.db.insert(ticketTags).values({ ticketId: ticket.id, tagId: tag.id });
    await tx.db.insert(contactFields).values({ contactId: contact.id, name: 'CPF', value: `campo ${mark}` });
  });
  const fixtures = {
    companyId,
    connectionId,
    queueId,
    userId: (await found(scope.db.query.users.findFirst({ orderBy: (t, { desc }) => desc(t.id) }))).id,
    tagId: tag.id,
    contactId: contact.id,
    ticketId: ticket.id,
    uuid: ticket.uuid,
    groupTicketId: group1.ticketId,
    textId: text1.id,
    messageId: image1.id,
    imageId: image1.id,
    mediaPath: `/media/${companyId}/${image1.mediaPath}`,
    contactName: contact.name,
    contactNumber: contact.number,
  };
  for (const add of ADDED) Object.assign(fixtures, await add(scope, fixtures, mark));
  await addExampleRecords(scope, fixtures as Fixtures, mark);
  await testApp.settle();
  return fixtures as Fixtures;
}

type Filled = Furnished & { fixtures: Fixtures };

let filled: Promise<Filled> | undefined;

export async function createFilledApp(
  options: Omit<TestAppOptions, 'from'> = {},
): Promise<{ testApp: TestApp; fixtures: Fixtures }> {
  filled ??= fillOnce();
  const { fixtures, ...from } = await filled;
  const testApp = await createTestApp({ ...options, from });
  testApp.whatsapp.media = PNG;
  testApp.whatsapp.become(fixtures);
  return { testApp, fixtures: structuredClone(fixtures) };
}

async function fillOnce(): Promise<Filled> {
  const filling = await createTestApp({ isAlone: true });
  const { dependencies, kernel, people } = filling;
  const fixtures = await fillCompany(filling, {
    company: 'aurora',
    queueId: people.queueId.Vendas,
    mark: 'um',
  });
  await dependencies.stop();
  return { dataDir: kernel.config.dataDir, people, fixtures };
}

async function found<T>(query: PromiseLike<T | undefined>): Promise<T> {
  const row = await query;
  if (row === undefined) throw new Error('the company was not filled');
  return row;
}

function image(mark: string): InboundContent {
  const { caption: _none, ...content } = media({
    mime: 'image/png',
    ticket: JSON.stringify({ mediaKey: `CANARY-media-key-${mark}` }),
  }) as Extract<InboundContent, { type: 'media' }>;
  return { ...content, caption: `foto ${mark}` };
}

const secret = (id: string) => ({ id, raw: Buffer.from(`CANARY-raw-${id}`).toString('base64') });

export async function dump(
  testApp: TestApp,
  companyId: number | 'platform',
  without: string[] = [],
): Promise<string> {
  const { kernel } = testApp;
  const { client } = companyId === 'platform' ? kernel.platform : await kernel.tenants.open(companyId);
  return dumpOf(client, without);
}

export async function dumpOf(client: Client, without: string[]): Promise<string> {
  const tables = await client.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
  const parts: string[] = [];
  for (const { name } of tables.rows) {
    if (/_fts(_|$)/.test(String(name)) || without.includes(String(name))) continue;
    const { rows } = await client.execute(`SELECT * FROM "${name}"`);
    parts.push(`${name}: ${rows.map((row) => JSON.stringify(row, bytesAsText)).join('\n')}`);
  }
  return parts.join('\n');
}

function bytesAsText(_key: string, value: unknown): unknown {
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString('base64');
  return typeof value === 'bigint' ? String(value) : value;
}
