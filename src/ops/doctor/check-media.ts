import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { LOOSE_COLUMNS, MEDIA_COLUMNS, PLATFORM_MEDIA_COLUMNS } from '../../core/db/media-columns.ts';
import type { DatabaseFile } from '../../core/db/open-file.ts';
import { MONTH, PART, WHOLE } from '../../core/storage/sweep-media.ts';
import { missingFiles } from '../backup/referenced-files.ts';
import type { Finding, Source } from './finding.ts';

const DAY_MS = 86_400_000;

export function checkMedia(database: DatabaseFile, source: Source, now: Date): Finding[] {
  const columns = source.id === 0 ? PLATFORM_MEDIA_COLUMNS : MEDIA_COLUMNS;
  const loose = source.id === 0 ? [] : LOOSE_COLUMNS;
  nameKeys(database, columns);
  return [...checkMissing(database, source, columns), ...needlessFiles(database, source, loose, now)];
}

function nameKeys(database: DatabaseFile, columns: SQLiteColumn[]): void {
  database.exec('create temp table if not exists named (key text primary key) without rowid');
  database.exec('delete from temp.named');
  for (const column of columns)
    database.exec(
      `insert or ignore into temp.named select "${column.name}" from "${getTableName(column.table)}" where "${column.name}" <> ''`,
    );
}

function checkMissing(database: DatabaseFile, source: Source, columns: SQLiteColumn[]): Finding[] {
  const { id, media } = source;
  const missing = [...missingFiles(database, media, columns)];
  if (missing.length === 0) return [];
  const some = missing.slice(0, 3).join(', ');
  const what = `${missing.length} files that rows name are not in ${media}: ${some}${missing.length > 3 ? ' …' : ''}`;
  if (id === 0) return [{ what, todo: 'put them back from a copy' }];
  return [
    {
      what,
      todo: `stop the desk, and run bun run restore --company ${id} --missing-files, or put them back from a copy`,
    },
  ];
}

function needlessFiles(database: DatabaseFile, source: Source, loose: SQLiteColumn[], now: Date): Finding[] {
  const isNamed = database.prepare('select 1 from temp.named where key = ?');
  const isNamedInside = loose.map((column) =>
    database.prepare(
      `select 1 from "${getTableName(column.table)}" where instr("${column.name}", ?) > 0 limit 1`,
    ),
  );
  const needless: string[] = [];
  for (const path of oldFiles(source.media, now)) {
    const key = `${path.month}/${WHOLE.exec(path.name)?.[1] ?? ''}`;
    const isWhole = WHOLE.test(path.name);
    if (isWhole && (isNamed.get(key) || isNamedInside.some((query) => query.get(key)))) continue;
    needless.push(join(source.media, path.month, path.name));
  }
  if (needless.length === 0) return [];
  const what = `${needless.length} files in ${source.media} that no row names`;
  const mend = () => {
    for (const path of needless) rmSync(path, { force: true });
  };
  return [{ what, mend }];
}

function* oldFiles(media: string, now: Date): Iterable<{ month: string; name: string }> {
  if (!existsSync(media)) return;
  for (const month of readdirSync(media).filter((name) => MONTH.test(name)))
    for (const name of readdirSync(join(media, month))) {
      if (!WHOLE.test(name) && !PART.test(name)) continue;
      const found = statSync(join(media, month, name), { throwIfNoEntry: false });
      if (found?.isFile() && found.mtimeMs < now.getTime() - DAY_MS) yield { month, name };
    }
}
