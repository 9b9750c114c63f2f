import { join } from 'node:path';
import * as schema from '@db/platform/schema/index.ts';
import { type Database, openDatabase, type Reader } from './database.ts';

export type PlatformDatabase = Database<typeof schema>;
export type PlatformReader = Reader<typeof schema>;

const MIGRATIONS = join(import.meta.dir, '../../../db/platform/migrations');

export function openPlatform(dataDir: string): Promise<PlatformDatabase> {
  return openDatabase({ url: `file:${join(dataDir, 'platform.db')}`, schema, migrations: MIGRATIONS });
}
