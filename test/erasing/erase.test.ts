import { afterEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditEntries, contacts, erasures } from '@db/tenant/schema/index.ts';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { eq } from 'drizzle-orm';
import { restore } from '@/backup/restore.ts';
import { createFolderStore } from '@/backup/store.ts';
import { verifyAuditChain } from '@/kernel/audit-chain.ts';
import { eraseContact } from '@/modules/erasures/erase-contact.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { createTestDesk, type TestDesk } from '../support/deps.ts';
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
  const desk = await createTestDesk({ env: { BACKUP_DIR: target, ...env } });
  return { desk, target, planted: await plant(desk) };
}

/** Another process reads them: whoever closes a file here ends the locks of those who have it open. */
function copyOf(folder: string): string {
  const copy = scratch();
  expect(Bun.spawnSync(['cp', '-a', `${folder}/.`, copy]).exitCode).toBe(0);
  return copy;
}

async function erase(desk: TestDesk, contactId: number): Promise<void> {
  await eraseContact(await desk.scopeOf('ana'), { contactId });
  await desk.settle();
}

const erasureOf = async (desk: TestDesk) => (await desk.systemScope()).db.query.erasures.findFirst();

describe('a person who is erased', () => {
  test('is in no file of the data folder, and everybody else is', async () => {
    const { desk, planted } = await begin();
    const { dataDir } = desk.kernel.config;
    expect(findIn(copyOf(dataDir), CANARIES).length).toBeGreaterThan(CANARIES.length);
    await erase(desk, planted.contactId);
    expect(await erasureOf(desk)).toMatchObject({
      ...{ step: 'done', trouble: '', subject: null, backupsUntil: null },
      counts: { tickets: 1, messages: 3, schedules: 1, notes: 1, shippings: 1, files: 3 },
    });
    const after = copyOf(dataDir);
    expect(findIn(after, CANARIES)).toEqual([]);
    expect(findIn(after, OTHERS).length).toBeGreaterThanOrEqual(OTHERS.length);
    expect(await verifyAuditChain(await desk.systemScope())).toMatchObject({ fault: null });
    await desk.stop();
  }, 60_000);

  test('takes no word with them that others’ entries of the audit bear too', async () => {
    const { desk } = await begin();
    const scope = await desk.systemScope();
    const word = 'Financeiro';
    await createTag(scope, { name: word, color: '#111111', kanban: false });
    const [contact] = await scope.write((tx) =>
      tx.db.insert(contacts).values({ name: word, number: '5561900001111' }).returning(),
    );
    await erase(desk, contact?.id ?? 0);
    expect(await scope.db.query.contacts.findFirst({ where: eq(contacts.name, word) })).toBeUndefined();
    const entries = await scope.db.select().from(auditEntries).where(eq(auditEntries.kind, 'tag'));
    expect(entries.find(({ subjectName }) => subjectName === word)).toMatchObject({
      action: 'tag.created',
      after: { name: word },
    });
    await desk.stop();
  });

  test('is somebody new when they write again', async () => {
    const { desk, planted } = await begin();
    await erase(desk, planted.contactId);
    const { companyId, connectionId } = planted;
    await desk.listener.onMessages({ companyId, connectionId }, [
      inbound({ from: WHO, pushName: NAME, text: 'oi' }),
    ]);
    await desk.settle();
    const scope = await desk.systemScope();
    const [again] = await scope.db.select().from(contacts).where(eq(contacts.number, NUMBER));
    expect(again?.id).toBeGreaterThan(planted.contactId);
    expect(await scope.db.select().from(erasures)).toHaveLength(1);
    await desk.stop();
  }, 60_000);

  test('does not come back with a backup from before; their files are in none', async () => {
    const { desk, target, planted } = await begin();
    const made = await desk.kernel.services.backups.run();
    expect(made).toMatchObject({ result: { differences: [] } });
    desk.clock.advance(60_000);
    await erase(desk, planted.contactId);
    const row = await erasureOf(desk);
    expect(row).toMatchObject({ step: 'done' });
    expect(row?.backupsUntil?.getTime()).toBeGreaterThan(desk.clock.now.getTime() + 6 * 86_400_000);
    expect(findIn(target, ['segredo-arquivo'])).toEqual([]);
    // The database of that set stays until it expires, as the certificate says.
    expect(findIn(target, [NUMBER, NAME]).every((found) => /\.zst: /.test(found))).toBe(true);
    const dataDir = scratch();
    const step = async () => undefined;
    await restore({
      store: createFolderStore(target),
      dataDir,
      identities: [],
      keepsPairing: true,
      secrets: 'new',
      step,
    });
    expect(findIn(dataDir, CANARIES)).toEqual([]);
    expect(findIn(dataDir, OTHERS).length).toBeGreaterThanOrEqual(OTHERS.length);
    // The rehearsal of the next backup finds nothing wrong.
    desk.clock.advance(86_400_000);
    expect(await desk.kernel.services.backups.run()).toMatchObject({ result: { differences: [] } });
    await desk.stop();
  }, 60_000);

  test('nor with an encrypted one, and another identity is refused', async () => {
    const identity = await generateIdentity();
    const BACKUP_AGE_RECIPIENT = await identityToRecipient(identity);
    const { desk, target, planted } = await begin({ BACKUP_AGE_RECIPIENT });
    await desk.kernel.services.backups.run();
    desk.clock.advance(60_000);
    await erase(desk, planted.contactId);
    await desk.stop();
    expect(findIn(target, CANARIES)).toEqual([]);
    const dataDir = scratch();
    const from = {
      store: createFolderStore(target),
      dataDir,
      keepsPairing: true,
      step: async () => undefined,
    };
    await restore({ ...from, identities: [identity] });
    expect(findIn(dataDir, CANARIES)).toEqual([]);
    expect(findIn(dataDir, OTHERS).length).toBeGreaterThanOrEqual(OTHERS.length);
    const other = await generateIdentity();
    await expect(restore({ ...from, dataDir: scratch(), identities: [other] })).rejects.toThrow(
      'does not open the backup',
    );
  }, 60_000);
});
