import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { auditEntries, messages, personFiles, tickets, ticketTags } from '@db/tenant/schema/index.ts';
import { findIn, NAME, type Planted, plant } from '@test/erasing/planted.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { unzip } from '@test/support/unzip.ts';
import { desc, eq, sql } from 'drizzle-orm';
import { eraseOldMessages } from '@/modules/messages/message-retention.service.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import {
  beginPersonFile,
  expiredPersonFiles,
  makePersonFile,
  personFilesAtStart,
  personFilesFolder,
} from './file/person-file.service.ts';
import { changeRetention, countGoing, monthsAgo, oldMessages } from './retention/retention.service.ts';

let testApp: TestApp;
let planted: Planted;
beforeAll(async () => {
  testApp = await createTestApp();
  planted = await plant(testApp);
});
afterAll(() => testApp.stop());

describe('personal data export', () => {
  const path = () => `/contacts/${planted.contactId}/file`;
  const fileOf = async () => (await testApp.systemScope()).db.query.personFiles.findFirst();

  test('contains the contact’s data as a zip and is audited', async () => {
    await beginPersonFile(await testApp.scopeOf('ana'), planted);
    await testApp.settle();
    const row = await fileOf();
    expect(row).toMatchObject({ state: 'ready' });
    const reply = await (await testApp.as('ana')).raw(`/person-files/${row?.id}`, {
      headers: { Accept: 'text/html' },
    });
    expect([reply.status, reply.headers.get('Content-Disposition')]).toEqual([
      200,
      expect.stringContaining('attachment'),
    ]);
    const folder = mkdtempSync(join(tmpdir(), 'balcao-zip-'));
    writeFileSync(join(folder, 'dados.zip'), new Uint8Array(await reply.arrayBuffer()));
    unzip(join(folder, 'dados.zip'), join(folder, 'out'));
    const data = JSON.parse(readFileSync(join(folder, 'out/data.json'), 'utf8'));
    expect(data.contact).toMatchObject([{ name: NAME }]);
    expect(data.messages).toHaveLength(3);
    expect(JSON.stringify(data)).not.toMatch(/fica-do-joao|media_?ticket|"raw"/);
    const html = readFileSync(join(folder, 'out/index.html'), 'utf8');
    expect(html).toContain('segredo-mensagem um');
    expect(findIn(join(folder, 'out/media'), ['segredo-arquivo'])).toHaveLength(3);
    rmSync(folder, { recursive: true, force: true });
    const [entry] = await (await testApp.systemScope()).db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'person.exported'));
    expect(entry).toMatchObject({ personName: 'Ana', subjectId: String(planted.contactId) });
  });

  test('requires a recently authenticated administrator of the company', async () => {
    const row = await fileOf();
    for (const [who, status] of [
      ['bia', 403],
      ['davi', 404],
    ] as const) {
      const browser = await testApp.as(who);
      expect((await browser.page(`/person-files/${row?.id}`)).status).toBe(status);
      expect((await browser.part('POST', path())).status).toBe(status);
    }
    const ana = await testApp.scopeOf('ana');
    const late = { ...ana, actor: { ...ana.actor, provenAt: new Date(0) } } as typeof ana;
    await expect(beginPersonFile(late, planted)).rejects.toThrow('ERR_PROOF_REQUIRED');
  });

  test('leaves nothing when the person is erased while it is made', async () => {
    const scope = await testApp.systemScope();
    const folder = personFilesFolder(testApp.kernel, planted.companyId);
    const settled = readdirSync(folder);
    const values = {
      uuid: 'erased',
      contactId: planted.contactId,
      state: 'waiting' as const,
      expiresAt: scope.now(),
    };
    const [row] = await scope.db.insert(personFiles).values(values).returning();
    const payload = { personFileId: row?.id ?? 0, locale: 'pt' };
    const job = { id: 1, queueKey: 'person-files', attempts: 0, payload };
    const settle = await makePersonFile.run(scope, job);
    expect(readdirSync(folder)).toContain('erased.zip');
    await scope.db.delete(personFiles).where(eq(personFiles.uuid, 'erased'));
    await scope.write(async (tx) => settle?.(tx));
    expect(readdirSync(folder)).toEqual(settled);
    mkdirSync(join(folder, 'erased.zip.scratch'));
    expect(await makePersonFile.run(scope, job)).toBeUndefined();
    expect(readdirSync(folder)).toEqual(settled);
  });

  test('in the making does not outlive its process', async () => {
    const folder = personFilesFolder(testApp.kernel, planted.companyId);
    const made = readdirSync(folder);
    mkdirSync(join(folder, 'killed.zip.scratch'));
    writeFileSync(join(folder, 'killed.zip.part'), 'half of it');
    await personFilesAtStart.run(testApp.kernel);
    expect(readdirSync(folder)).toEqual(made);
  });

  test('is deleted after a day', async () => {
    const scope = await testApp.systemScope();
    const row = await fileOf();
    const file = join(personFilesFolder(testApp.kernel, planted.companyId), `${row?.uuid}.zip`);
    expect(existsSync(file)).toBe(true);
    mkdirSync(`${file}.scratch`);
    mkdirSync(join(dirname(file), 'killed.zip.scratch'));
    testApp.clock.advance(24 * 3_600_000 + 1);
    expect((await (await testApp.as('ana')).page(`/person-files/${row?.id}`)).status).toBe(404);
    await expiredPersonFiles.run(scope);
    expect([readdirSync(dirname(file)), await scope.db.$count(personFiles)]).toEqual([[], 0]);
  });
});

describe('retention', () => {
  const setRetention = async (months: '0' | '3' | '12', media: '0' | '3' | '12') =>
    changeRetention(await testApp.scopeOf('ana'), { messages: months, media });

  test('deletes old content of closed, untagged tickets and audits the amount', async () => {
    const scope = await testApp.systemScope();
    const { db } = scope;
    expect(await oldMessages.dueAt(scope)).toBeNull();
    await db.update(messages).set({ createdAt: monthsAgo(scope.now(), 13) });
    const of = (chatId: number) => db.$count(messages, eq(messages.chatId, chatId));
    const before = await db.$count(messages);
    await setRetention('0', '12');
    const due = await oldMessages.dueAt(scope);
    expect(due?.getTime()).toBeGreaterThan(scope.now().getTime());
    await oldMessages.run(scope);
    expect(await db.$count(messages, eq(messages.mediaState, 'ready'))).toBe(1);
    await db.update(tickets).set({ status: 'closed' }).where(eq(tickets.contactId, planted.contactId));
    expect(await countGoing(await testApp.scopeOf('ana'), { messages: '12', media: '12' })).toEqual({
      messages: 2,
      media: 1,
    });
    const tag = await createTag(scope, { name: 'Guardar', color: '#111111', kanban: false });
    const ticket = await db.query.tickets.findFirst({ where: eq(tickets.contactId, planted.contactId) });
    const tagged = { ticketId: ticket?.id ?? 0, tagId: tag.id };
    await db.insert(ticketTags).values(tagged);
    await setRetention('12', '12');
    await oldMessages.run(scope);
    expect(await db.$count(messages)).toBe(before);
    await db.delete(ticketTags);
    await setRetention('0', '12');
    await oldMessages.run(scope);
    const [reported] = await db.select().from(messages).where(eq(messages.wid, 'C2'));
    expect(reported).toMatchObject({
      mediaPath: null,
      mediaState: 'none',
      body: expect.stringContaining('prazo'),
    });
    await testApp.settle();
    expect(await of(planted.contactId)).toBe(2);
    await setRetention('12', '0');
    await oldMessages.run(scope);
    expect([await of(planted.contactId), await db.$count(messages)]).toEqual([0, before - 2]);
    const [entry] = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'retention.done'))
      .orderBy(desc(auditEntries.id));
    expect(entry?.after).toEqual({ messages: 2, files: 0 });
  });

  test('reads few messages at once', async () => {
    const scope = await testApp.systemScope();
    const [model] = await scope.db.select().from(messages).limit(1);
    await scope.db.update(tickets).set({ status: 'closed' });
    await scope.db.run(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 6000)
      insert into messages (id, wid, ticket_id, chat_id, author, from_me, origin, body, media_type, sent_at, created_at)
      select 1000 + i, 'many' || i, ${model?.ticketId}, ${model?.chatId}, 'me', 1, 'agent', '', 'conversation', 0,
        case when i = 6000 then 0 else ${scope.now().getTime()} end from n`);
    const erase = (after: number) =>
      scope.write((tx) => eraseOldMessages(tx, monthsAgo(tx.now(), 12), after));
    expect([await erase(1000), await erase(6000)]).toEqual([
      { next: 6000, gone: 0 },
      { next: null, gone: 1 },
    ]);
  });

  test('can be set by administrators to offered periods only', async () => {
    const send = async (who: 'ana' | 'bia', messages: string) =>
      (await (await testApp.as(who)).part('PUT', '/settings/privacy/retention', { messages, media: '0' }))
        .status;
    expect([await send('ana', '24'), await send('bia', '3')]).toEqual([204, 403]);
    await send('ana', '1');
    expect(await countGoing(await testApp.scopeOf('ana'), { messages: '0', media: '0' })).toEqual({
      messages: 0,
      media: 0,
    });
    const page = await (await testApp.as('ana')).page('/settings/privacy');
    expect(page.text).toContain('Prazo de guarda');
  });

  test('subtracts calendar months', () => {
    expect(monthsAgo(new Date('2026-05-31T10:00:00Z'), 3).toISOString()).toBe('2026-02-28T10:00:00.000Z');
    expect(monthsAgo(new Date('2026-01-15T00:00:00Z'), 12).toISOString()).toBe('2025-01-15T00:00:00.000Z');
  });
});
