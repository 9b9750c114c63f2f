import { afterAll, beforeAll, expect, test } from 'bun:test';
import { contacts, settings } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, FAMILY, inGroup, JOAO } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';

let app: TestApp;
let scope: Scope;
let connectionId: number;
const OTHER = FAMILY.replace('001@', '002@');

beforeAll(async () => {
  app = await createTestApp();
  scope = await app.systemScope();
  connectionId = await addConnection(app);
  await scope.write((tx) => tx.db.insert(settings).values({ key: 'CheckMsgIsGroup', value: 'disabled' }));
});
afterAll(() => app.stop());

async function receive(jid: string): Promise<void> {
  const chat = { isGroup: true, jid, identity: { pn: null, lid: null } };
  const target = { companyId: scope.companyId, connectionId };
  await app.listener.onMessages(target, [inGroup({ chat, from: JOAO })]);
  await app.settle();
}

const nameOf = async (jid: string) =>
  (await scope.db.query.contacts.findFirst({ where: eq(contacts.number, jid.replace(/@.*/, '')) }))?.name;

test('asks for the subject of a group announced before its first message', async () => {
  app.whatsapp.subjects.set(FAMILY, ' Família Silva ');
  await app.listener.onGroup(
    { companyId: scope.companyId, connectionId },
    { jid: FAMILY, subject: 'Família' },
  );
  await receive(FAMILY);
  expect(await nameOf(FAMILY)).toBe('Família Silva');
});

test('names a group by its digits and asks again after a week', async () => {
  await receive(OTHER);
  const digits = OTHER.replace(/@.*/, '');
  expect(await nameOf(OTHER)).toBe(digits);
  app.whatsapp.subjects.set(OTHER, 'Obra');
  await receive(OTHER);
  expect(await nameOf(OTHER)).toBe(digits);
  app.clock.advance(8 * 86_400_000);
  await receive(OTHER);
  expect(await nameOf(OTHER)).toBe('Obra');
});

test('keeps a name given by a user', async () => {
  const named = FAMILY.replace('001@', '003@');
  await receive(named);
  await scope.write((tx) =>
    tx.db
      .update(contacts)
      .set({ name: '120363000000000003', nameIsProvisional: false })
      .where(eq(contacts.number, named.replace(/@.*/, ''))),
  );
  app.whatsapp.subjects.set(named, 'Outro nome');
  app.clock.advance(8 * 86_400_000);
  await receive(named);
  expect(await nameOf(named)).toBe('120363000000000003');
});
