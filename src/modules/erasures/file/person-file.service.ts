import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { personFiles } from '@db/tenant/schema/index.ts';
import { and, desc, eq, gt, lte, min } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { AppError } from '@/core/errors.ts';
import type { Locale } from '@/core/i18n.ts';
import { requireCan, requireRecentAuthentication, requireUser } from '@/core/policy.ts';
import type { CompanyJob, StartWork } from '@/core/queue/company-jobs.ts';
import { type OutboxHandler, TryLater } from '@/core/queue/outbox.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { requireContact } from '@/modules/contacts/contacts.queries.ts';
import { formatMoment } from '@/schemas/languages.schema.ts';
import { ErasingTrouble, writeInProcess } from '../erasing-process.service.ts';
import { canErase } from '../erasures.policy.ts';
import { PERSON_FILE_TABLES } from '../erasures.schema.ts';
import type { PersonFileView } from '../erasures.views.ts';

export interface PersonFileWork {
  'person.file': { personFileId: number; locale: string };
}
declare module '@/core/queue/outbox.ts' {
  interface OutboxKinds extends PersonFileWork {}
}

type FileRow = typeof personFiles.$inferSelect;
const RETAINED_MS = 24 * 3_600_000;
const ENDINGS = ['', '.part', '.scratch'];

export const personFilesFolder = ({ tenants }: Kernel, companyId: number): string =>
  join(tenants.folder(companyId), 'person-files');
export const personFilePath = ({ kernel, companyId }: Scope, { uuid }: Pick<FileRow, 'uuid'>) =>
  join(personFilesFolder(kernel, companyId), `${uuid}.zip`);

/** Throws ERR_NO_PERMISSION, ERR_PROOF_REQUIRED, ERR_NO_CONTACT_FOUND, ERR_NO_SPACE. */
export async function beginPersonFile(scope: Scope, { contactId }: { contactId: number }): Promise<void> {
  requireCan(scope, canErase);
  requireRecentAuthentication(scope);
  const { id: userId } = requireUser(scope);
  await scope.kernel.space.requireForFiles();
  await scope.write(async (tx) => {
    await requireContact(tx, contactId);
    const expiresAt = new Date(tx.now().getTime() + RETAINED_MS);
    const row = await tx.db
      .insert(personFiles)
      .values({ uuid: tx.kernel.ids.token(24), contactId, userId, state: 'waiting', expiresAt })
      .returning()
      .then(insertedRow);
    await audit(tx, { what: 'person.exported', on: { id: contactId } });
    const payload = { personFileId: row.id, locale: tx.locale };
    await tx.kernel.outbox.add(tx, 'person-files', 'person.file', payload);
  });
}

/** Newest first; only files that can be downloaded or are in progress. Throws ERR_NO_PERMISSION. */
export async function listPersonFiles(scope: Scope, contactId: number): Promise<PersonFileView[]> {
  requireCan(scope, canErase);
  const rows = await scope.db
    .select()
    .from(personFiles)
    .where(and(eq(personFiles.contactId, contactId), gt(personFiles.expiresAt, scope.now())))
    .orderBy(desc(personFiles.id))
    .limit(5);
  return rows.map(({ id, state, bytes, expiresAt }) => ({
    ...{ id, state, bytes },
    expiresAt: expiresAt.toISOString(),
  }));
}

/** Throws ERR_NO_PERMISSION, ERR_NO_PERSON_FILE_FOUND (also once expired), ERR_READ_ONLY for a visitor. */
export async function openPersonFile(scope: Scope, personFileId: number): Promise<string> {
  requireCan(scope, canErase);
  const row = await scope.db.query.personFiles.findFirst({ where: eq(personFiles.id, personFileId) });
  if (row?.state !== 'ready' || row.expiresAt <= scope.now()) throw new AppError('ERR_NO_PERSON_FILE_FOUND');
  if (requireUser(scope).home) throw new AppError('ERR_READ_ONLY');
  const path = personFilePath(scope, row);
  if (!existsSync(path)) throw new AppError('ERR_NO_PERSON_FILE_FOUND');
  return path;
}

export const makePersonFile: OutboxHandler<'person.file'> = {
  async run(scope, { payload: { personFileId, locale } }) {
    const row = await scope.db.query.personFiles.findFirst({ where: eq(personFiles.id, personFileId) });
    if (!row) {
      await sweepPersonFiles(scope);
      return undefined;
    }
    const { kernel, companyId } = scope;
    try {
      const { bytes } = await writeInProcess(kernel, {
        companyId,
        contactId: row.contactId,
        target: personFilePath(scope, row),
        words: labelsOf(scope, locale, row.createdAt),
        timeZone: scope.timeZone,
      });
      return async (tx) => {
        const ready = {
          state: 'ready',
          bytes,
          expiresAt: new Date(tx.now().getTime() + RETAINED_MS),
        } as const;
        const same = eq(personFiles.id, row.id);
        const found = await tx.db
          .update(personFiles)
          .set(ready)
          .where(same)
          .returning({ id: personFiles.id });
        if (found.length === 0) await removeFile(tx, row);
      };
    } catch (error) {
      if (error instanceof ErasingTrouble && error.fault === 'interrupted')
        throw new TryLater('ERR_INTERNAL', { cause: error });
      throw error;
    }
  },
  async park(tx, { payload: { personFileId } }) {
    await tx.db.update(personFiles).set({ state: 'failed' }).where(eq(personFiles.id, personFileId));
  },
};

function labelsOf({ kernel, timeZone }: Scope, locale: string, at: Date) {
  const language: Locale = locale === 'en' || locale === 'es' ? locale : 'pt';
  const t = kernel.translations.t(language);
  const tables = Object.entries(PERSON_FILE_TABLES);
  const columns = new Set(tables.flatMap(([, names]) => names));
  return {
    language,
    title: t('erasures:file.title'),
    made: t('erasures:file.made', { at: formatMoment(at, { locale: language, timeZone }) }),
    company: t('erasures:file.company'),
    person: t('erasures:file.person'),
    file: t('erasures:file.medium'),
    messages: t('erasures:file.part.messages'),
    parts: Object.fromEntries(tables.map(([part]) => [part, t(`erasures:file.part.${part}`)])),
    columns: Object.fromEntries([...columns].map((name) => [name, t(`erasures:file.column.${name}`)])),
  };
}

export const expiredPersonFiles: CompanyJob = {
  name: 'expired person files',
  tables: [personFiles],
  async dueAt({ db }) {
    const [row] = await db.select({ at: min(personFiles.expiresAt) }).from(personFiles);
    return row?.at ?? null;
  },
  async run(scope) {
    const over = lte(personFiles.expiresAt, scope.now());
    const rows = await scope.db.select().from(personFiles).where(over);
    for (const row of rows) await removeFile(scope, row);
    await scope.write((tx) => tx.db.delete(personFiles).where(over));
    await sweepPersonFiles(scope);
  },
};

async function removeFile(scope: Scope, row: FileRow): Promise<void> {
  for (const ending of ENDINGS)
    await rm(`${personFilePath(scope, row)}${ending}`, { recursive: true, force: true });
}

export const personFilesAtStart: StartWork = {
  name: 'files of people',
  tables: [],
  isWanted: async () => false,
  async run({ config }) {
    const companies = join(config.dataDir, 'companies');
    if (!existsSync(companies)) return;
    const begun = new Bun.Glob('*/person-files/*.{part,scratch}');
    for await (const path of begun.scan({ cwd: companies, onlyFiles: false }))
      await rm(join(companies, path), { recursive: true, force: true });
  },
};

/** Deletes files that no row references: of erased people, or after a kill. */
export async function sweepPersonFiles(scope: Scope): Promise<void> {
  const folder = personFilesFolder(scope.kernel, scope.companyId);
  const names = await readdir(folder).catch(() => []);
  const rows = await scope.db.select({ uuid: personFiles.uuid }).from(personFiles);
  const known = new Set(rows.map(({ uuid }) => uuid));
  for (const name of names) {
    const [uuid = ''] = name.split('.', 1);
    if (!known.has(uuid)) await rm(join(folder, name), { recursive: true, force: true });
  }
}
