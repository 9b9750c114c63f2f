import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Passwords } from './seed/seed.service.ts';

export const DEFAULT_FOLDER = './data/demo';

const MARKER = 'demo.json';
const PLATFORM = 'platform.db';
const COMPANIES = 'companies';
/** Without letters and digits that look alike in a terminal. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

const Marker = z.object({
  passwords: z.record(z.string(), z.string()),
  /** Absent in folders of demos without a past, and in new ones. */
  history: z.enum(['begun', 'whole']).optional(),
});
type Marker = z.infer<typeof Marker>;

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
  writeMarker(dataDir, { ...found, passwords });
  return passwords;
}

/** Folders of demos without a past count as filled. */
function isFilled(dataDir: string): boolean {
  const history = readMarker(dataDir)?.history;
  return history !== 'begun' && (history === 'whole' || existsSync(join(dataDir, PLATFORM)));
}

/** Fills a new folder once. A past that a crash has cut off is removed and begun again. */
export async function fillOnce(dataDir: string, fill: () => Promise<void>): Promise<void> {
  const marker = readMarker(dataDir);
  if (!marker || isFilled(dataDir)) return;
  for (const name of readdirSync(dataDir))
    if (name.startsWith(PLATFORM) || name === COMPANIES) rmSync(join(dataDir, name), { recursive: true });
  writeMarker(dataDir, { ...marker, history: 'begun' });
  await fill();
  writeMarker(dataDir, { ...marker, history: 'whole' });
}

function writeMarker(dataDir: string, marker: Marker): void {
  writeWhole(join(dataDir, MARKER), JSON.stringify(marker, null, 2));
}

export function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

function readMarker(dataDir: string): Marker | undefined {
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
