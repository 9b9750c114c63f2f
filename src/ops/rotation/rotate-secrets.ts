import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as platformSchema from '@db/platform/schema/index.ts';
import { getTableName } from 'drizzle-orm';
import { columnsWhere } from '../../core/db/annotations.ts';
import { type DatabaseFile, freeClosedFiles, MOST_CLOSED, openFile } from '../../core/db/open-file.ts';
import { StartRefused } from '../../core/errors.ts';
import {
  freshPushKeys,
  freshSecrets,
  readSecrets,
  type StoredSecrets,
  writeSecrets,
} from '../../core/security/secrets.ts';
import { requireWhole } from '../../core/storage/data-folder.ts';
import { lockData } from '../../core/storage/data-lock.ts';
import { flushFolder } from '../backup/backup-store.ts';
import { snapshot } from '../backup/database-snapshot.ts';
import { OF_A_COMPANY, OF_THE_PLATFORM } from '../encrypted-columns.ts';
import { noteRotation } from './audit-rotation.ts';
import { type Counts, resealBin, resealDatabase } from './re-encrypt.ts';

export const KEEPABLE = ['tokens', 'push'] as const;
export type Keepable = (typeof KEEPABLE)[number];

export type Rotating = {
  dataDir: string;
  keep: Keepable[];
  operator: string;
  now(): Date;
  step(name: string): Promise<void>;
};

export type Rotated = Counts & { databases: number; snapshot: string };

/** The file holds both keys until the last step: a kill is resumed. Throws DataInUse, StartRefused. */
export async function rotate(rotating: Rotating): Promise<Rotated> {
  const { dataDir, step } = rotating;
  if (!existsSync(join(dataDir, 'platform.db')))
    throw new StartRefused(`${dataDir} holds no desk: there is nothing to rotate.`);
  const lock = lockData(dataDir);
  try {
    requireWhole(dataDir);
    const state = await begin(rotating);
    const secrets = readSecrets(dataDir);
    const { rotation = '' } = secrets;
    const noted = { rotation, at: rotating.now(), operator: rotating.operator };
    const total = { resealed: 0, lost: 0, databases: 0, snapshot: state };
    const add = ({ resealed, lost }: Counts) => {
      total.resealed += resealed;
      total.lost += lost;
    };
    for (const { path, companyId } of companiesOf(dataDir)) {
      await withOpen(path, async (database) => {
        const where = relative(dataDir, dirname(path));
        const counts = await resealDatabase(
          database,
          { secrets, columns: OF_A_COMPANY, companyId },
          (column) => step(`${where} ${column}`),
        );
        add(counts);
        if (!rotating.keep.includes('push')) empty(database, ['push_subscriptions']);
        if (counts.resealed + counts.lost > 0)
          await noteRotation(database, { ...noted, operator: '', after: afterOf(counts) });
        await step(`${where} noted`);
      });
      total.databases += 1;
      if (total.databases % MOST_CLOSED === 0) await freeClosedFiles();
    }
    await withOpen(join(dataDir, 'platform.db'), async (database) => {
      add(
        await resealDatabase(database, { secrets, columns: OF_THE_PLATFORM, companyId: 0 }, (column) =>
          step(`platform ${column}`),
        ),
      );
      const dropped = rotating.keep.includes('tokens') ? [] : MADE_WITH_CODES;
      add(resealBin(database, secrets, dropped));
      empty(database, dropped);
      total.databases += 1;
      const { databases } = total;
      const unchanged = rotating.keep.join(', ');
      await noteRotation(database, { ...noted, after: { ...afterOf(total), databases, kept: unchanged } });
    });
    await step('resealed');
    writeSecrets(dataDir, endOf(secrets, rotating.keep));
    await flushFolder(dataDir);
    await step('ended');
    return total;
  } finally {
    lock.release();
  }
}

/** Hashes cannot be recomputed without their input: those that no key matches any more are deleted. */
const MADE_WITH_CODES = columnsWhere(platformSchema, ({ secret }) => secret === 'keyed').map(({ table }) =>
  getTableName(table),
);

async function begin({ dataDir, step }: Rotating): Promise<string> {
  const folder = join(dataDir, 'before-rotation');
  const draft = `${folder}.new`;
  const secrets = readSecrets(dataDir);
  if (secrets.former) {
    if (existsSync(draft)) renameSync(draft, folder);
    if (!secrets.rotation) writeSecrets(dataDir, { ...secrets, rotation: randomUUID() });
    return folder;
  }
  if (existsSync(folder))
    throw new StartRefused(`${folder} holds the keys and databases of an earlier rotation: remove it first.`);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  for (const path of [join(dataDir, 'platform.db'), ...companiesOf(dataDir).map((one) => one.path)]) {
    const to = join(draft, relative(dataDir, path));
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    snapshot(path, to);
  }
  cpSync(join(dataDir, 'secrets.json'), join(draft, 'secrets.json'));
  await step('snapshot');
  const { cipher } = freshSecrets();
  writeSecrets(dataDir, {
    ...secrets,
    ...{ cipher, former: secrets.cipher, rotation: randomUUID(), codes: secrets.codes ?? secrets.cipher },
  });
  await step('begun');
  renameSync(draft, folder);
  await flushFolder(dataDir);
  return folder;
}

const afterOf = ({ resealed, lost }: Counts) => ({ count: resealed, lost });

function endOf({ former: _, rotation: __, ...secrets }: StoredSecrets, keep: Keepable[]): StoredSecrets {
  const { jwt, media, codes } = freshSecrets();
  return {
    ...secrets,
    ...{ jwt, media },
    ...(!keep.includes('tokens') && { codes }),
    ...(!keep.includes('push') && { push: freshPushKeys() }),
  };
}

function companiesOf(dataDir: string): { path: string; companyId: number }[] {
  return ['companies', 'bin'].flatMap((name) => {
    const folder = join(dataDir, name);
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((entry) => /^\d+$/.test(entry) && existsSync(join(folder, entry, 'company.db')))
      .map((entry) => ({ path: join(folder, entry, 'company.db'), companyId: Number(entry) }));
  });
}

function empty(database: DatabaseFile, tables: string[]): void {
  const there = database.prepare("select name from sqlite_master where type = 'table'").all();
  const names = (there as { name: string }[]).map(({ name }) => name);
  for (const table of tables) if (names.includes(table)) database.exec(`delete from "${table}"`);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

async function withOpen(path: string, work: (database: DatabaseFile) => Promise<void>): Promise<void> {
  using database = openFile(path);
  await work(database);
}
