import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Passwords } from './seed/seed.service.ts';

const MARKER = 'demo.json';
/** Without letters and digits that look alike in a terminal. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

const Marker = z.object({ passwords: z.record(z.string(), z.string()) });

export class NotADemo extends Error {
  constructor(dataDir: string) {
    super(
      `${dataDir} holds data that the demo has not made. Choose an empty folder: DATA_DIR=./somewhere-else`,
    );
    this.name = 'NotADemo';
  }
}

/** Changes nothing in a folder that the demo did not make. Throws NotADemo. */
export function claimFolder(dataDir: string, emails: string[]): Passwords {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const found = readMarker(dataDir);
  if (!found && readdirSync(dataDir).length > 0) throw new NotADemo(dataDir);
  const passwords: Passwords = { ...found?.passwords };
  for (const email of emails) passwords[email] ??= makePassword();
  writeWhole(join(dataDir, MARKER), JSON.stringify({ passwords }, null, 2));
  return passwords;
}

export function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

function readMarker(dataDir: string): z.infer<typeof Marker> | undefined {
  let text: string;
  try {
    text = readFileSync(join(dataDir, MARKER), 'utf8');
  } catch {
    return undefined;
  }
  try {
    return Marker.parse(JSON.parse(text));
  } catch {
    throw new NotADemo(dataDir);
  }
}

function makePassword(): string {
  const bytes = crypto.getRandomValues(new Uint32Array(12));
  const letters = [...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}
