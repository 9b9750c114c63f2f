import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { contacts, messages, outbox } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection, inbound, MARIA } from '@test/support/inbound.ts';
import { until } from '@test/support/until.ts';
import sharp from 'sharp';
import type { Scope } from '@/kernel/scope.ts';
import { blockContact } from './block.service.ts';

let desk: TestDesk;
let scope: Scope;
let connectionId: number;

const WEEK = 7 * 86_400_000;
const jid = MARIA.pn ?? '';

beforeEach(async () => {
  desk = await createTestDesk();
  scope = await desk.systemScope();
  connectionId = await addConnection(desk);
});
afterEach(() => desk.stop());

const draw = (color: string) =>
  sharp({ create: { width: 640, height: 640, channels: 3, background: color } })
    .jpeg()
    .toBuffer();

async function say(text = 'oi'): Promise<void> {
  const target = { companyId: scope.companyId, connectionId };
  await desk.listener.onMessages(target, [inbound({ pushName: 'Maria', text })]);
  await desk.settle();
}

async function maria(): Promise<typeof contacts.$inferSelect> {
  const [row] = await scope.db.select().from(contacts);
  if (!row) throw new Error('nobody is there');
  return row;
}

const isGone = (key: string): Promise<boolean> => until('the file is gone', () => !existsSync(fileOf(key)));

const fileOf = (key: string) => desk.kernel.storage.pathOf(scope.companyId, key);

describe('pictures of contacts', () => {
  test('are fetched when somebody shows up, made small, and kept as our own', async () => {
    desk.whatsapp.pictures.set(jid, await draw('#ff0000'));
    await say();
    const { picturePath } = await maria();
    expect(await sharp(fileOf(picturePath)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 256,
      height: 256,
    });
    const { body } = await (await desk.as('bia')).json<{ profilePicUrl: string }>(
      'GET',
      `/contacts/${(await maria()).id}`,
    );
    const url = new URL(body.profilePicUrl);
    expect((await (await desk.as()).raw(url.pathname + url.search)).headers.get('Content-Type')).toBe(
      'image/jpeg',
    );
  });

  test('are asked for once a week; the old file goes', async () => {
    desk.whatsapp.pictures.set(jid, await draw('#ff0000'));
    await say();
    const first = (await maria()).picturePath;
    desk.whatsapp.pictures.set(jid, await draw('#00ff00'));
    desk.clock.advance(WEEK - 1000);
    await say();
    expect((await maria()).picturePath).toBe(first);
    desk.clock.advance(2000);
    await say();
    const second = (await maria()).picturePath;
    expect(second).not.toBe(first);
    expect([await isGone(first), existsSync(fileOf(second))]).toEqual([true, true]);
    desk.whatsapp.pictures.delete(jid);
    desk.clock.advance(WEEK);
    await say();
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
    test(`${name} is none`, async () => {
      desk.whatsapp.pictures.set(jid, bytes);
      await say();
      expect((await maria()).picturePath).toBe('');
      expect(await scope.db.select().from(outbox)).toEqual([]);
    });
  }

  test('deleted with the contact', async () => {
    desk.whatsapp.pictures.set(jid, await draw('#ff0000'));
    await say();
    const { id, picturePath } = await maria();
    await (await desk.as('ana')).json('DELETE', `/contacts/${id}`);
    await desk.settle();
    expect(await isGone(picturePath)).toBe(true);
    expect(await scope.db.select().from(messages)).toEqual([]);
  });
});

describe('a blocked contact', () => {
  test('is told to every line that is up, and let through again', async () => {
    const other = await addConnection(desk, { name: 'Filial' });
    await addConnection(desk, { name: 'Parada', status: 'DISCONNECTED' });
    await say();
    const { id } = await maria();
    desk.whatsapp.calls.length = 0;
    await blockContact(scope, { contactId: id, blocked: true });
    await desk.settle();
    const line = (n: number) => `${scope.companyId}:${n}`;
    expect(desk.whatsapp.calls.sort()).toEqual([
      `block ${jid} ${line(connectionId)}`,
      `block ${jid} ${line(other)}`,
    ]);
    await blockContact(scope, { contactId: id, blocked: true });
    await blockContact(scope, { contactId: id, blocked: false });
    await desk.settle();
    expect(desk.whatsapp.calls.filter((call) => call.startsWith('unblock'))).toHaveLength(2);
    expect(await scope.db.select().from(outbox)).toEqual([]);
  });

  test('is not heard any more; what we write to them from the phone is', async () => {
    await say('antes');
    await blockContact(scope, { contactId: (await maria()).id, blocked: true });
    await say('depois');
    const target = { companyId: scope.companyId, connectionId };
    await desk.listener.onMessages(target, [inbound({ fromMe: true, text: 'do telefone' })]);
    const bodies = (await scope.db.select().from(messages)).map(({ body }) => body);
    expect(bodies).toEqual(['antes', 'do telefone']);
  });
});

test('the last interaction is the latest thing said, by them or by us', async () => {
  await say();
  expect((await maria()).lastInteractionAt).toEqual(new Date('2026-03-10T14:59:00Z'));
  const target = { companyId: scope.companyId, connectionId };
  const old = inbound({ timestamp: Date.parse('2026-03-01T10:00:00Z'), text: 'atrasada' });
  await desk.listener.onMessages(target, [old]);
  expect((await maria()).lastInteractionAt).toEqual(new Date('2026-03-10T14:59:00Z'));
  const ana = await desk.as('ana');
  const { body } = await ana.json<{ tickets: { id: number }[] }>('GET', `/contacts/${(await maria()).id}`);
  const ticketId = body.tickets[0]?.id;
  await ana.json('PUT', `/tickets/${ticketId}`, { status: 'open', userId: desk.cast.userId.ana });
  desk.clock.advance(60_000);
  await ana.json('POST', `/messages/${ticketId}`, { body: 'resposta' });
  expect((await maria()).lastInteractionAt).toEqual(desk.clock.now);
});
