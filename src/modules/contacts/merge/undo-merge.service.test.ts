import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contactIdentities, contacts } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { mergeByHand } from './merge.service.ts';
import { undoMerge } from './undo-merge.service.ts';

const NUMBER = '5531966665555';
const JID = `${NUMBER}@s.whatsapp.net`;
let testApp: TestApp;
let ana: Scope;
let keep: number;

beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.scopeOf('ana');
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  await ana.write((tx) => tx.db.delete(contacts));
  keep = await add({ name: 'Maria', number: '5511988887777' });
});

type Values = typeof contacts.$inferInsert;
async function add(values: Values, jids: string[] = []): Promise<number> {
  return ana.write(async ({ db }) => {
    const [row] = await db.insert(contacts).values(values).returning();
    const contactId = row?.id ?? 0;
    for (const jid of jids) await db.insert(contactIdentities).values({ jid, kind: 'pn', contactId });
    return contactId;
  });
}
const change = (values: Partial<Values>) =>
  ana.write((tx) => tx.db.update(contacts).set(values).where(eq(contacts.id, keep)));
const rowOf = (id: number) => ana.db.query.contacts.findFirst({ where: eq(contacts.id, id) });
const identities = async () =>
  (await ana.db.select().from(contactIdentities)).map(({ jid, contactId }) => ({ jid, contactId }));
const merge = async (drop: number) => (await mergeByHand(ana, { keep, drop })).undo;
const undo = (token: string) => testApp.kernel.undo.take(ana, token);

describe('undoing a contact merge', () => {
  test('returns what the remaining contact took over, but not what was changed since', async () => {
    const drop = await add({ name: 'João', number: NUMBER, email: 'j@x.test', picturePath: 'j.jpg' });
    const token = await merge(drop);
    expect(await rowOf(keep)).toMatchObject({ email: 'j@x.test', picturePath: 'j.jpg' });
    await ana.write((tx) => tx.db.update(contacts).set({ email: 'new@x.test' }).where(eq(contacts.id, keep)));
    await undo(token);
    expect(await rowOf(keep)).toMatchObject({ email: 'new@x.test', picturePath: '' });
    expect(await rowOf(drop)).toMatchObject({ email: 'j@x.test', picturePath: 'j.jpg', number: NUMBER });
  });

  test('restores a contact that had nothing of its own, and is recorded', async () => {
    await ana.write((tx) => tx.db.delete(contacts));
    keep = await add({ name: '5511900000000', nameIsProvisional: true, number: '' });
    const chosen = { name: 'João', nameIsProvisional: false, number: NUMBER, email: 'j@x.test' };
    const drop = await add(chosen);
    const before = await rowOf(keep);
    const token = await merge(drop);
    expect(await rowOf(keep)).toMatchObject(chosen);
    await undo(token);
    expect(await rowOf(keep)).toEqual({
      ...before,
      updatedAt: (await rowOf(keep))?.updatedAt,
    } as typeof before);
    const entry = await ana.db.query.auditEntries.findFirst({ orderBy: (t, { desc }) => desc(t.id) });
    expect(entry).toMatchObject({ action: 'contact.parted', subjectId: `${drop}`, subjectName: 'João' });
  });

  test.each([[[]], [[JID]]])('leaves the identities as they were: %p', async (jids) => {
    const drop = await add({ name: 'João', number: NUMBER }, jids);
    const token = await merge(drop);
    expect(await identities()).toEqual([{ jid: JID, contactId: keep }]);
    await undo(token);
    expect(await identities()).toEqual(jids.map((jid) => ({ jid, contactId: drop })));
  });

  test('of a contact without a number leaves others without one', async () => {
    const [other, drop] = [await add({ name: 'Outra', number: '' }), await add({ name: 'João', number: '' })];
    await undo(await merge(drop));
    expect(await rowOf(other)).toBeDefined();
    expect(await rowOf(drop)).toMatchObject({ name: 'João', number: '' });
  });

  test('is shown in open pages', async () => {
    const drop = await add({ name: 'João', number: NUMBER });
    const token = await merge(drop);
    await testApp.settle();
    const received = await testApp.listenAs('ana');
    await undo(token);
    await testApp.settle();
    expect(received.filter(({ channel }) => channel === 'contact').map(({ data }) => data)).toMatchObject([
      { action: 'create', contact: { id: drop } },
      { action: 'update', contact: { id: keep } },
    ]);
  });

  test.each([
    [
      'another contact has its number',
      () => change({ number: '5511988887777' }).then(() => add({ name: 'Nova', number: NUMBER })),
    ],
    [
      'another contact has one of its identities',
      () => ana.write((tx) => tx.db.delete(contactIdentities)).then(() => taken()),
    ],
    ['the remaining contact is gone', () => ana.write((tx) => tx.db.delete(contacts))],
  ])('is refused when %s', async (_, meanwhile) => {
    const token = await merge(await add({ name: 'João', number: NUMBER }, [JID, 'second@s.whatsapp.net']));
    await meanwhile();
    await expect(undo(token)).rejects.toMatchObject({ code: 'ERR_UNDO_GONE' });
  });
  const taken = async () => {
    await add({ name: 'Nova', number: '1' }, [JID]);
    await ana.write((tx) =>
      tx.db.insert(contactIdentities).values({ jid: 'second@s.whatsapp.net', kind: 'pn', contactId: keep }),
    );
  };

  test('is refused to agents', async () => {
    const bia = await testApp.scopeOf('bia');
    await expect(undoMerge(bia, {} as never)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' });
  });
});
