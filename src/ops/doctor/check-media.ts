import { getTableName } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { LOOSE_COLUMNS, MEDIA_COLUMNS, PLATFORM_MEDIA_COLUMNS } from '../../core/db/media-columns.ts';
import type { DatabaseFile } from '../../core/db/open-file.ts';
import { MONTH, PART, WHOLE } from '../../core/storage/sweep-media.ts';
import { missingFiles } from '../backup/referenced-files.ts';
import type { Finding, Source } from './finding.ts';

const DAY_MS = 86_400_000;

export async function checkMedia(database: DatabaseFile, source: Source, now: Date): Promise<Finding[]> {
  const columns = source.id === 0 ? PLATFORM_MEDIA_COLUMNS : MEDIA_COLUMNS;
  const loose = source.id === 0 ? [] : LOOSE_COLUMNS;
  nameKeys(database, columns);
  return [
    ...(await checkMissing(database, source, columns)),
    ...(await needlessFiles(database, source, loose, now)),
  ];
}

function nameKeys(database: DatabaseFile, columns: SQLiteColumn[]): void {
  database.exec('create temp table if not exists named (key text primary key) without rowid');
  database.exec('delete from temp.named');
  for (const column of columns)
    database.exec(
      `insert or ignore into temp.named select "${column.name}" from "${getTableName(column.table)}" where "${column.name}" <> ''`,
    );
}

async function checkMissing(
  database: DatabaseFile,
  { id, media }: Source,
  columns: SQLiteColumn[],
): Promise<Finding[]> {
  const missing = [...missingFiles(database, await media.names(), columns)];
  if (missing.length === 0) return [];
  const some = missing.slice(0, 3).join(', ');
  const what = `${missing.length} files that rows name are not in ${media.where}: ${some}${missing.length > 3 ? ' …' : ''}`;
  if (id === 0) return [{ what, todo: 'put them back from a copy' }];
  return [
    {
      what,
      todo: `stop the desk, and run bun run restore --company ${id} --missing-files, or put them back from a copy`,
    },
  ];
}

async function needlessFiles(
  database: DatabaseFile,
  { media }: Source,
  loose: SQLiteColumn[],
  now: Date,
): Promise<Finding[]> {
  const isNamed = database.prepare('select 1 from temp.named where key = ?');
  const isNamedInside = loose.map((column) =>
    database.prepare(
      `select 1 from "${getTableName(column.table)}" where instr("${column.name}", ?) > 0 limit 1`,
    ),
  );
  const needless: string[] = [];
  for await (const { path, changedAt } of media.list()) {
    const [month = '', name = '', ...more] = path.split('/');
    const isOurs = MONTH.test(month) && more.length === 0 && (WHOLE.test(name) || PART.test(name));
    if (!isOurs || changedAt.getTime() >= now.getTime() - DAY_MS) continue;
    const key = `${month}/${WHOLE.exec(name)?.[1] ?? ''}`;
    const isWhole = WHOLE.test(name);
    if (isWhole && (isNamed.get(key) || isNamedInside.some((query) => query.get(key)))) continue;
    needless.push(path);
  }
  if (needless.length === 0) return [];
  const what = `${needless.length} files in ${media.where} that no row names`;
  const mend = async () => {
    for (const path of needless) await media.remove(path);
  };
  return [{ what, mend }];
}
