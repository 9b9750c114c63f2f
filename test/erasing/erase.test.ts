import { afterEach, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditEntries, campaignShippings, campaigns, contacts, erasures } from '@db/tenant/schema/index.ts';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { eq } from 'drizzle-orm';
import { verifyAuditChain } from '@/core/audit/audit-chain.ts';
import { SHIPPING_STATES } from '@/modules/campaigns/campaigns.schema.ts';
import { eraseContact } from '@/modules/erasures/erase-contact.service.ts';
import { personFilesFolder } from '@/modules/erasures/file/person-file.service.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { createFolderStore } from '@/ops/backup/backup-store.ts';
import { restore } from '@/ops/backup/restore/restore.ts';
import { createTestApp, type TestApp } from '../support/deps.ts';
import { inbound } from '../support/inbound.ts';
import { CANARIES, findIn, NAME, NUMBER, OTHERS, plant, WHO } from './planted.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
const scratch = () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-erased-'));
  folders.push(folder);
  return folder;
};

async function begin(env: Record<string, string> = {}) {
  const target = scratch();
  const testApp = await createTestApp({ env: { BACKUP_DIR: target, ...env } });
  return { testApp, target, planted: await plant(testApp) };
}

/** Read in another process: closing a file here would release this process's locks on it. */
function copyOf(folder: string): string {
  const copy = scratch();
  expect(Bun.spawnSync(['cp', '-a', `${folder}/.`, copy]).exitCode).toBe(0);
  return copy;
}

async function erase(testApp: TestApp, contactId: number): Promise<void> {
  await eraseContact(await testApp.scopeOf('ana'), { contactId });
  await testApp.settle();
}

const erasureOf = async (testApp: TestApp) => (await testApp.systemScope()).db.query.erasures.findFirst();

describe('erased person', () => {
  test('is in no file of the data folder while everybody else remains', async () => {
    const { testApp, planted } = await begin();
    const { dataDir } = testApp.kernel.config;
    const line = `company ${planted.companyId} (Aurora), conversation ${NAME} (ticket 1), foto.jpg: damaged\n`;
    for (const name of ['restore-report', `restore-report-${planted.companyId}`])
      writeFileSync(join(dataDir, `${name}.txt`), line);
    expect(findIn(copyOf(dataDir), CANARIES).length).toBeGreaterThan(CANARIES.length);
    await erase(testApp, planted.contactId);
    expect(await erasureOf(testApp)).toMatchObject({
      ...{ step: 'done', trouble: '', subject: null, backupsUntil: null },
      counts: { tickets: 1, messages: 3, schedules: 1, notes: 1, shippings: 1, files: 3 },
    });
    const after = copyOf(dataDir);
    expect(findIn(after, CANARIES)).toEqual([]);
    expect(findIn(after, OTHERS).length).toBeGreaterThanOrEqual(OTHERS.length);
    expect(await verifyAuditChain(await testApp.systemScope())).toMatchObject({ fault: null });
    await testApp.stop();
  });

  test('is erased although a file of somebody is in the making', async () => {
    const { testApp, planted } = await begin();
    const folder = personFilesFolder(testApp.kernel, planted.companyId);
    mkdirSync(join(folder, 'another.zip.scratch'), { recursive: true });
    await erase(testApp, planted.contactId);
    expect(await erasureOf(testApp)).toMatchObject({ step: 'done', trouble: '' });
    expect(readdirSync(folder)).toEqual([]);
    await testApp.stop();
  });

  test('is erased once an unexpected error has passed, however long it takes', async () => {
    const { testApp, planted } = await begin();
    const { storage, outbox } = testApp.kernel;
    const { remove } = storage;
    storage.remove = () => Promise.reject(new Error('the disk is read-only'));
    await erase(testApp, planted.contactId);
    expect(await erasureOf(testApp)).toMatchObject({ step: 'files', trouble: 'interrupted' });
    const { db } = await testApp.systemScope();
    expect(await db.query.outbox.findFirst()).toMatchObject({ attempts: 0, parkedAt: null });
    storage.remove = remove;
    outbox.wake(planted.companyId, 'erasure:');
    await testApp.settle();
    expect(await erasureOf(testApp)).toMatchObject({ step: 'done', trouble: '' });
    await testApp.stop();
  });

  test('is skipped by campaigns that have not reached them, and counted by others', async () => {
    const { testApp, planted } = await begin();
    const scope = await testApp.systemScope();
    await scope.write(async ({ db }) => {
      await db.delete(campaigns);
      for (const state of SHIPPING_STATES) {
        const [campaign] = await db.insert(campaigns).values({ name: state }).returning();
        const person = { name: NAME, number: NUMBER, contactId: planted.contactId };
        await db.insert(campaignShippings).values({ ...person, campaignId: campaign?.id ?? 0, state });
      }
    });
    await erase(testApp, planted.contactId);
    const rows = await scope.db.query.campaignShippings.findMany({ orderBy: campaignShippings.id });
    const reached = ['delivered', 'declined', 'failed', 'skipped'];
    expect(rows.map(({ state }) => state)).toEqual(
      SHIPPING_STATES.map((state) => (reached.includes(state) ? state : 'skipped')),
    );
    await testApp.stop();
  });

  test('does not remove names shared with other audit entries', async () => {
    const { testApp } = await begin();
    const scope = await testApp.systemScope();
    const word = 'Financeiro';
    await createTag(scope, { name: word, color: '#111111', kanban: false });
    const [contact] = await scope.write((tx) =>
      tx.db.insert(contacts).values({ name: word, number: '5561900001111' }).returning(),
    );
    await erase(testApp, contact?.id ?? 0);
    expect(await scope.db.query.contacts.findFirst({ where: eq(contacts.name, word) })).toBeUndefined();
    const entries = await scope.db.select().from(auditEntries).where(eq(auditEntries.kind, 'tag'));
    expect(entries.find(({ subjectName }) => subjectName === word)).toMatchObject({
      action: 'tag.created',
      after: { name: word },
    });
    await testApp.stop();
  });

  test('becomes a new contact when they write again', async () => {
    const { testApp, planted } = await begin();
    await erase(testApp, planted.contactId);
    const { companyId, connectionId } = planted;
    await testApp.listener.onMessages({ companyId, connectionId }, [
      inbound({ from: WHO, pushName: NAME, text: 'oi' }),
    ]);
    await testApp.settle();
    const scope = await testApp.systemScope();
    const [again] = await scope.db.select().from(contacts).where(eq(contacts.number, NUMBER));
    expect(again?.id).toBeGreaterThan(planted.contactId);
    expect(await scope.db.select().from(erasures)).toHaveLength(1);
    await testApp.stop();
  });

  test('is not restored from an older backup, which no longer has their files', async () => {
    const { testApp, target, planted } = await begin();
    const made = await testApp.kernel.services.backups.run();
    expect(made).toMatchObject({ result: { differences: [] } });
    testApp.clock.advance(60_000);
    await erase(testApp, planted.contactId);
    const row = await erasureOf(testApp);
    expect(row).toMatchObject({ step: 'done' });
    expect(row?.backupsUntil?.getTime()).toBeGreaterThan(testApp.clock.now.getTime() + 6 * 86_400_000);
    expect(findIn(target, ['segredo-arquivo'])).toEqual([]);
    expect(findIn(target, [NUMBER, NAME]).every((found) => /\.zst: /.test(found))).toBe(true);
    const dataDir = scratch();
    const step = async () => undefined;
    await restore({
      store: createFolderStore(target),
      dataDir,
      identities: [],
      keepPairing: true,
      secrets: 'new',
      step,
    });
    expect(findIn(dataDir, CANARIES)).toEqual([]);
    expect(findIn(dataDir, OTHERS).length).toBeGreaterThanOrEqual(OTHERS.length);
    testApp.clock.advance(86_400_000);
    expect(await testApp.kernel.services.backups.run()).toMatchObject({ result: { differences: [] } });
    await testApp.stop();
  });

  test('is not restored from an encrypted backup, and another identity is refused', async () => {
    const identity = await generateIdentity();
    const BACKUP_AGE_RECIPIENT = await identityToRecipient(identity);
    const { testApp, target, planted } = await begin({ BACKUP_AGE_RECIPIENT });
    await testApp.kernel.services.backups.run();
    testApp.clock.advance(60_000);
    await erase(testApp, planted.contactId);
    await testApp.stop();
    expect(findIn(target, CANARIES)).toEqual([]);
    const dataDir = scratch();
    const from = {
      store: createFolderStore(target),
      dataDir,
      keepPairing: true,
      step: async () => undefined,
    };
    await restore({ ...from, identities: [identity] });
    expect(findIn(dataDir, CANARIES)).toEqual([]);
    expect(findIn(dataDir, OTHERS).length).toBeGreaterThanOrEqual(OTHERS.length);
    const other = await generateIdentity();
    await expect(restore({ ...from, dataDir: scratch(), identities: [other] })).rejects.toThrow(
      'does not open the backup',
    );
  });
});
