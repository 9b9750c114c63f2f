import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  auditEntries,
  contactFields,
  contactIdentities,
  contacts,
  messageReactions,
  messages,
  settings,
  tags,
  ticketEvents,
  ticketNotes,
  tickets,
  ticketTags,
  undos,
  users,
} from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { dump } from '@test/support/fixtures.ts';
import { addConnection, inbound, inGroup, JOAO, MARIA } from '@test/support/inbound.ts';
import { until } from '@test/support/until.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { mergeByHand } from './merge.service.ts';

const MARIAS_PICTURE = `202603/${'m'.repeat(32)}.jpg`;
const JOAOS_PICTURE = `202603/${'j'.repeat(32)}.jpg`;

let testApp: TestApp;
let ana: Scope;
let connectionId: number;
let maria: number;
let joao: number;

beforeEach(async () => {
  testApp = await createTestApp();
  ana = await testApp.scopeOf('ana');
  connectionId = await addConnection(testApp);
  await ana.write((tx) => tx.db.insert(settings).values({ key: 'CheckMsgIsGroup', value: 'disabled' }));
  const other = await addConnection(testApp, { name: 'Filial' });
  const { companyId } = ana;
  await testApp.listener.onMessages({ companyId, connectionId }, [
    inbound({ id: 'M1', from: MARIA, pushName: 'Maria', text: 'sou a Maria' }),
    inbound({ id: 'J1', from: JOAO, pushName: 'João', text: 'sou o João' }),
    inbound({ id: 'J2', from: JOAO, text: 'de novo' }),
    inGroup({ id: 'G1', from: JOAO, text: 'no grupo' }),
  ]);
  await testApp.listener.onMessages({ companyId, connectionId: other }, [
    inbound({ id: 'J3', from: JOAO, text: 'na filial' }),
  ]);
  await testApp.settle();
  maria = await idOf('Maria');
  joao = await idOf('João');
  await furnish();
});
afterEach(() => testApp.stop());

async function idOf(name: string): Promise<number> {
  const row = await ana.db.query.contacts.findFirst({ where: eq(contacts.name, name) });
  if (!row) throw new Error(`${name} is not there`);
  return row.id;
}

async function furnish(): Promise<void> {
  const tag = await createTag(ana, { name: 'Urgente', color: '#B80000', kanban: false });
  await ana.write(async (tx) => {
    const [ticket] = await tx.db.query.tickets.findMany({ where: eq(tickets.contactId, joao) });
    const ticketId = ticket?.id ?? 0;
    const sent = await tx.db.query.messages.findFirst({ where: eq(messages.wid, 'M1') });
    await tx.db.insert(contactFields).values({ contactId: joao, name: 'CPF', value: '1' });
    await tx.db.insert(ticketNotes).values({ contactId: joao, ticketId, note: 'gosta de café' });
    await tx.db.insert(ticketEvents).values({ ticketId, type: 'accepted' });
    await tx.db.insert(ticketTags).values({ ticketId, tagId: tag.id });
    const messageId = sent?.id ?? 0;
    await tx.db.insert(messageReactions).values([
      { messageId, author: String(joao), emoji: '👍' },
      { messageId, author: String(maria), emoji: '❤️' },
    ]);
  });
}

const everything = () =>
  dump(testApp, ana.companyId, ['undos', 'outbox', 'sqlite_sequence', 'audit_entries']);
const of = (contactId: number) => ana.db.query.messages.findMany({ where: eq(messages.chatId, contactId) });

describe('manual contact merge', () => {
  test('moves everything to the remaining contact', async () => {
    await mergeByHand(ana, { keep: maria, drop: joao });
    const bodies = (await of(maria)).map(({ body }) => body).sort();
    expect(bodies).toEqual(['de novo', 'na filial', 'sou a Maria', 'sou o João']);
    expect(await ana.db.query.contacts.findFirst({ where: eq(contacts.id, joao) })).toBeUndefined();
    const [notes, fields, events, tags] = await Promise.all([
      ana.db.select().from(ticketNotes),
      ana.db.select().from(contactFields),
      ana.db.query.ticketEvents.findMany({ where: eq(ticketEvents.type, 'accepted') }),
      ana.db.select().from(ticketTags),
    ]);
    const stored = await ana.db.query.tickets.findFirst({ where: eq(tickets.contactId, maria) });
    expect(notes).toMatchObject([{ contactId: maria, ticketId: stored?.id }]);
    expect(fields).toMatchObject([{ contactId: maria }]);
    expect(events).toMatchObject([{ ticketId: stored?.id }]);
    expect(tags).toMatchObject([{ ticketId: stored?.id }]);
  });

  test('assigns later messages from the old number to the remaining contact', async () => {
    await mergeByHand(ana, { keep: maria, drop: joao });
    const target = { companyId: ana.companyId, connectionId };
    await testApp.listener.onMessages(target, [inbound({ from: JOAO, text: 'ainda eu' })]);
    expect((await of(maria)).map(({ body }) => body)).toContain('ainda eu');
    expect(await ana.db.query.contacts.findMany({ where: eq(contacts.number, '5521977776666') })).toEqual([]);
  });

  test('remembers the number of a contact that has never written', async () => {
    const [imported] = await ana.write((tx) =>
      tx.db.insert(contacts).values({ name: 'João da loja', number: '5531966665555' }).returning(),
    );
    const [bare] = await ana.write((tx) =>
      tx.db.insert(contacts).values({ name: 'Sem número', number: '' }).returning(),
    );
    const keep = bare?.id ?? 0;
    await mergeByHand(ana, { keep, drop: imported?.id ?? 0 });
    expect(await ana.db.query.contacts.findFirst({ where: eq(contacts.id, keep) })).toMatchObject({
      ...{ name: 'Sem número', number: '5531966665555' },
    });
    const from = { pn: '5531966665555@s.whatsapp.net', lid: null };
    const target = { companyId: ana.companyId, connectionId };
    await testApp.listener.onMessages(target, [inbound({ from, text: 'cheguei' })]);
    expect((await of(keep)).map(({ body }) => body)).toEqual(['cheguei']);
  });

  test('recognises the dropped number when both contacts have one', async () => {
    const [imported] = await ana.write((tx) =>
      tx.db.insert(contacts).values({ name: 'João da loja', number: '5531966665555' }).returning(),
    );
    await mergeByHand(ana, { keep: maria, drop: imported?.id ?? 0 });
    const from = { pn: '5531966665555@s.whatsapp.net', lid: null };
    const target = { companyId: ana.companyId, connectionId };
    await testApp.listener.onMessages(target, [inbound({ from, text: 'cheguei' })]);
    expect((await of(maria)).map(({ body }) => body)).toContain('cheguei');
  });

  const person = (id: number) => ana.db.query.contacts.findFirst({ where: eq(contacts.id, id) });
  const set = (id: number, values: Partial<typeof contacts.$inferInsert>) =>
    ana.write((tx) => tx.db.update(contacts).set(values).where(eq(contacts.id, id)));

  test('takes over the chosen name, mail address and picture that the remaining contact lacks', async () => {
    const chosen = { name: 'João Dias', nameIsProvisional: false, email: 'j@x.test', picturePath: 'j.jpg' };
    await set(joao, chosen);
    await mergeByHand(ana, { keep: maria, drop: joao });
    expect(await person(maria)).toMatchObject({ ...chosen, number: '5511988887777' });
  });

  test('leaves the remaining contact’s own name, mail address and picture, and removes the other picture', async () => {
    const own = {
      name: 'Maria Souza',
      nameIsProvisional: false,
      email: 'm@x.test',
      picturePath: MARIAS_PICTURE,
    };
    await set(maria, own);
    await set(joao, {
      name: 'João Dias',
      nameIsProvisional: false,
      email: 'j@x.test',
      picturePath: JOAOS_PICTURE,
    });
    const file = (key: string) => Bun.file(testApp.kernel.storage.pathOf(ana.companyId, key));
    for (const key of [MARIAS_PICTURE, JOAOS_PICTURE]) await Bun.write(file(key), key);
    const { undo } = await mergeByHand(ana, { keep: maria, drop: joao });
    expect(await person(maria)).toMatchObject(own);
    await until('the picture is removed', async () => !(await file(JOAOS_PICTURE).exists()));
    expect(await file(MARIAS_PICTURE).exists()).toBe(true);
    await testApp.kernel.undo.take(ana, undo);
    expect(await person(joao)).toMatchObject({ name: 'João Dias', picturePath: '' });
  });

  test('stays blocked when one of the two was, until it is undone', async () => {
    await set(joao, { isBlocked: true });
    const { undo } = await mergeByHand(ana, { keep: maria, drop: joao });
    expect(await person(maria)).toMatchObject({ isBlocked: true });
    await testApp.kernel.undo.take(ana, undo);
    expect([(await person(maria))?.isBlocked, (await person(joao))?.isBlocked]).toEqual([false, true]);
  });

  test('recognises a hidden address of the dropped contact', async () => {
    const lid = '240000000000009@lid';
    const target = { companyId: ana.companyId, connectionId };
    await testApp.listener.onIdentities(target, [{ pn: JOAO.pn ?? '', lid }]);
    await mergeByHand(ana, { keep: maria, drop: joao });
    await testApp.listener.onMessages(target, [inbound({ from: { pn: null, lid }, text: 'sem número' })]);
    expect((await of(maria)).map(({ body }) => body)).toContain('sem número');
  });

  test('is shown in open pages and names both contacts in the audit log', async () => {
    const received = await testApp.listenAs('ana');
    await mergeByHand(ana, { keep: maria, drop: joao });
    await testApp.settle();
    const changes = received.filter(({ channel }) => channel === 'contact').map(({ data }) => data);
    expect(changes).toMatchObject([
      { action: 'delete', contactId: String(joao) },
      { action: 'update', contact: { id: maria } },
    ]);
    const [entry] = (await ana.db.select().from(auditEntries)).slice(-1);
    expect(entry).toMatchObject({ action: 'contact.merged', subjectId: String(maria), subjectName: 'Maria' });
    expect(JSON.stringify(entry)).toContain('5521977776666');
  });

  test('restores everything on undo', async () => {
    const before = await everything();
    const { undo } = await mergeByHand(ana, { keep: maria, drop: joao });
    expect(await everything()).not.toBe(before);
    expect(await testApp.kernel.undo.take(ana, undo)).toEqual({ done: 1 });
    expect((await everything()).split('\n').sort()).toEqual(before.split('\n').sort());
    const reported = (await ana.db.select().from(auditEntries)).map(({ action, personName }) => [
      action,
      personName,
    ]);
    expect(reported.slice(-2)).toEqual([
      ['contact.merged', 'Ana'],
      ['contact.parted', 'Ana'],
    ]);
  });

  test('restores everything on undo when both contacts had the same message', async () => {
    await ana.write(async (tx) => {
      const row = await tx.db.query.messages.findFirst({ where: eq(messages.wid, 'J1') });
      const ticket = await tx.db.query.tickets.findFirst({ where: eq(tickets.contactId, maria) });
      if (!row || !ticket) throw new Error('nobody has written');
      const { id: _id, clientId: _none, ...copy } = row;
      const position = { chatId: maria, author: String(maria), contactId: maria, ticketId: ticket.id };
      await tx.db.insert(messages).values({ ...copy, ...position, isStub: true });
    });
    const before = await everything();
    const { undo } = await mergeByHand(ana, { keep: maria, drop: joao });
    expect((await of(maria)).filter(({ wid }) => wid === 'J1')).toHaveLength(1);
    await testApp.kernel.undo.take(ana, undo);
    expect((await everything()).split('\n').sort()).toEqual(before.split('\n').sort());
  });

  test('undo keeps later changes and each contact’s own messages', async () => {
    const { undo } = await mergeByHand(ana, { keep: maria, drop: joao });
    const [ticket] = await ana.db.query.tickets.findMany({ where: eq(tickets.contactId, maria) });
    testApp.clock.advance(60_000);
    await (await testApp.as('ana')).json('PUT', `/tickets/${ticket?.id}`, { status: 'closed' });
    await (await testApp.as('ana')).json('PUT', `/contacts/${maria}`, { name: 'Maria Souza' });
    await testApp.kernel.undo.take(ana, undo);
    const after = await ana.db.query.tickets.findFirst({ where: eq(tickets.id, ticket?.id ?? 0) });
    expect(after).toMatchObject({ status: 'closed', contactId: maria });
    expect(await idOf('Maria Souza')).toBe(maria);
    expect((await of(joao)).map(({ body }) => body).sort()).toEqual(['de novo', 'na filial', 'sou o João']);
  });

  test('undo leaves out deleted users and tags', async () => {
    const { bia } = testApp.people.userId;
    await ana.write((tx) => tx.db.update(tickets).set({ userId: bia }).where(eq(tickets.contactId, joao)));
    const { undo } = await mergeByHand(ana, { keep: maria, drop: joao });
    await ana.write(async (tx) => {
      await tx.db.delete(users).where(eq(users.id, bia));
      await tx.db.delete(tags);
    });
    expect(await testApp.kernel.undo.take(ana, undo)).toEqual({ done: 1 });
    const theirs = await ana.db.query.tickets.findMany({ where: eq(tickets.contactId, joao) });
    expect(theirs.length).toBeGreaterThan(0);
    expect(theirs.map(({ userId }) => userId)).toEqual(theirs.map(() => null));
    expect(await ana.db.select().from(ticketTags)).toEqual([]);
  });

  test('cannot be undone once the number was reassigned', async () => {
    const { undo } = await mergeByHand(ana, { keep: maria, drop: joao });
    await ana.write(async (tx) => {
      const values = { name: 'Nova', number: '5521977776666' };
      const [row] = await tx.db.insert(contacts).values(values).returning();
      await tx.db
        .update(contactIdentities)
        .set({ contactId: row?.id })
        .where(eq(contactIdentities.jid, JOAO.pn ?? ''));
    });
    const before = await everything();
    await expect(testApp.kernel.undo.take(ana, undo)).rejects.toMatchObject({ code: 'ERR_UNDO_GONE' });
    expect(await everything()).toBe(before);
  });

  test('is refused to agents, for the same contact and for groups', async () => {
    const refused = (scope: Scope, keep: number, drop: number) =>
      expect(mergeByHand(scope, { keep, drop })).rejects;
    await refused(await testApp.scopeOf('bia'), maria, joao).toMatchObject({ code: 'ERR_NO_PERMISSION' });
    await refused(ana, maria, maria).toMatchObject({ code: 'ERR_VALIDATION' });
    const group = await ana.db.query.contacts.findFirst({ where: eq(contacts.isGroup, true) });
    await refused(ana, maria, group?.id ?? 0).toMatchObject({ code: 'ERR_VALIDATION' });
    await refused(ana, maria, 987654).toMatchObject({ code: 'ERR_NO_CONTACT_FOUND' });
    expect(await ana.db.select().from(undos)).toEqual([]);
  });
});
