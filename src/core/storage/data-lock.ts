import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { StartRefused } from '../errors.ts';

export class DataInUse extends StartRefused {
  constructor(dataDir: string, holder: string) {
    super(
      `${dataDir} is in use by another Balcão process${holder ? ` (process ${holder})` : ''}. Stop it first, or choose another DATA_DIR.`,
    );
    this.name = 'DataInUse';
  }
}

/** A lock without a reference would be garbage-collected, and so released. */
const held = new Set<Database.Database>();

/** SQLite's own file lock: the system releases it however the process ends. Throws DataInUse. */
export function lockData(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true });
  const note = join(dataDir, 'desk.pid');
  const database = new Database(join(dataDir, 'desk.lock'));
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
  } catch {
    database.close();
    throw new DataInUse(dataDir, readHolder(note));
  }
  writeFileSync(note, String(process.pid));
  held.add(database);
  return {
    release() {
      held.delete(database);
      database.close();
    },
  };
}

function readHolder(note: string): string {
  try {
    return readFileSync(note, 'utf8').trim();
  } catch {
    return '';
  }
}
