import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { contacts, messages, outbox } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound, MARIA } from '@test/support/inbound.ts';
import { until } from '@test/support/until.ts';
import sharp from 'sharp';
import type { Scope } from '@/core/scope.ts';
import { blockContact } from '../block.service.ts';

let testApp: TestApp;
let scope: Scope;
let connectionId: number;

const WEEK = 7 * 86_400_000;
const jid = MARIA.pn ?? '';

beforeEach(async () => {
  testApp = await createTestApp();
  scope = await testApp.systemScope();
  connectionId = await addConnection(testApp);
});
afterEach(() => testApp.stop());

const render = (color: string) =>
  sharp({ create: { width: 640, height: 640, channels: 3, background: color } })
    .jpeg()
    .toBuffer();

async function receive(text = 'oi'): Promise<void> {
  const target = { companyId: scope.companyId, connectionId };
  await testApp.listener.onMessages(target, [inbound({ pushName: 'Maria', text })]);
  await testApp.settle();
}

async function maria(): Promise<typeof contacts.$inferSelect> {
  const [row] = await scope.db.select().from(contacts);
  if (!row) throw new Error('nobody is there');
  return row;
}

const isGone = (key: string): Promise<boolean> => until('the file is gone', () => !existsSync(fileOf(key)));

const fileOf = (key: string) => testApp.kernel.storage.pathOf(scope.companyId, key);

describe('contact pictures', () => {
  test('are fetched on the first message, resized and stored locally', async () => {
    testApp.whatsapp.pictures.set(jid, await render('#ff0000'));
    await receive();
    const { picturePath } = await maria();
    expect(await sharp(fileOf(picturePath)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 256,
      height: 256,
    });
    const { body } = await (await testApp.as('bia')).json<{ profilePicUrl: string }>(
      'GET',
      `/contacts/${(await maria()).id}`,
    );
    const url = new URL(body.profilePicUrl);
    expect((await (await testApp.as()).raw(url.pathname + url.search)).headers.get('Content-Type')).toBe(
      'image/jpeg',
    );
  });

  test('are requested once a week and replace the old file', async () => {
    testApp.whatsapp.pictures.set(jid, await render('#ff0000'));
    await receive();
    const first = (await maria()).picturePath;
    testApp.whatsapp.pictures.set(jid, await render('#00ff00'));
    testApp.clock.advance(WEEK - 1000);
    await receive();
    expect((await maria()).picturePath).toBe(first);
    testApp.clock.advance(2000);
    await receive();
    const second = (await maria()).picturePath;
    expect(second).not.toBe(first);
    expect([await isGone(first), existsSync(fileOf(second))]).toEqual([true, true]);
    testApp.whatsapp.pictures.delete(jid);
    testApp.clock.advance(WEEK);
    await receive();
    expect([(await maria()).picturePath, await isGone(second)]).toEqual(['', true]);
  });

  const strange: [name: string, bytes: Uint8Array][] = [
    [
      'a drawing with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    ],
    ['HTML', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a picture that was cut', Buffer.from('ffd8ffe000104a46494600', 'hex')],
    ['nothing', new Uint8Array()],
  ];
  for (const [name, bytes] of strange) {
    test(`ignore ${name}`, async () => {
      testApp.whatsapp.pictures.set(jid, bytes);
      await receive();
      expect((await maria()).picturePath).toBe('');
      expect(await scope.db.select().from(outbox)).toEqual([]);
    });
  }

  test('are deleted with the contact', async () => {
    testApp.whatsapp.pictures.set(jid, await render('#ff0000'));
    await receive();
    const { id, picturePath } = await maria();
    await (await testApp.as('ana')).json('DELETE', `/contacts/${id}`);
    await testApp.settle();
    expect(await isGone(picturePath)).toBe(true);
    expect(await scope.db.select().from(messages)).toEqual([]);
  });
});

describe('blocked contact', () => {
  test('is blocked and unblocked on every open connection', async () => {
    const other = await addConnection(testApp, { name: 'Filial' });
    const stopped = await addConnection(testApp, { name: 'Parada', status: 'DISCONNECTED' });
    await receive();
    const { id } = await maria();
    testApp.whatsapp.calls.length = 0;
    await blockContact(scope, { contactId: id, blocked: true });
    await testApp.settle();
    const line = (n: number) => `${scope.companyId}:${n}`;
    expect(testApp.whatsapp.calls.sort()).toEqual([
      `block ${jid} ${MARIA.lid} ${line(connectionId)}`,
      `block ${jid} ${MARIA.lid} ${line(other)}`,
    ]);
    await blockContact(scope, { contactId: id, blocked: true });
    await blockContact(scope, { contactId: id, blocked: false });
    await testApp.settle();
    expect(testApp.whatsapp.calls.filter((call) => call.startsWith('unblock'))).toHaveLength(2);
    expect(await scope.db.select().from(outbox)).toMatchObject([
      { queueKey: `contact:${stopped}`, parkedAt: testApp.clock.now },
    ]);
  });

  test('is ignored when writing, while messages from our phone are stored', async () => {
    await receive('antes');
    await blockContact(scope, { contactId: (await maria()).id, blocked: true });
    await receive('depois');
    const target = { companyId: scope.companyId, connectionId };
    await testApp.listener.onMessages(target, [inbound({ fromMe: true, text: 'do telefone' })]);
    const bodies = (await scope.db.select().from(messages)).map(({ body }) => body);
    expect(bodies).toEqual(['antes', 'do telefone']);
  });
});

test('last interaction is the time of the latest message in either direction', async () => {
  await receive();
  expect((await maria()).lastInteractionAt).toEqual(new Date('2026-03-10T14:59:00Z'));
  const target = { companyId: scope.companyId, connectionId };
  const old = inbound({ timestamp: Date.parse('2026-03-01T10:00:00Z'), text: 'atrasada' });
  await testApp.listener.onMessages(target, [old]);
  expect((await maria()).lastInteractionAt).toEqual(new Date('2026-03-10T14:59:00Z'));
  const ana = await testApp.as('ana');
  const { body } = await ana.json<{ tickets: { id: number }[] }>('GET', `/contacts/${(await maria()).id}`);
  const ticketId = body.tickets[0]?.id;
  await ana.json('PUT', `/tickets/${ticketId}`, { status: 'open', userId: testApp.people.userId.ana });
  testApp.clock.advance(60_000);
  await ana.json('POST', `/messages/${ticketId}`, { body: 'resposta' });
  expect((await maria()).lastInteractionAt).toEqual(testApp.clock.now);
});
