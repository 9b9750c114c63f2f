import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readRows as readFileRows } from '@/core/db/open-file.ts';
import type { InboundMessage, SessionTarget } from '@/whatsapp/port.ts';
import { entryOf } from '../support/entry.ts';
import { until } from '../support/until.ts';

export type Moment = {
  dataDir: string;
  /** ms since 1970 */
  now: number;
  received: { target: SessionTarget; message: InboundMessage }[];
  targets: SessionTarget[];
  hosts?: string;
  until?: { word: string; at: 'commit' | 'sending' };
};

export const HELD = 'held';
export const SENT = 'sent.jsonl';

const ENTRY = join(import.meta.dir, 'timed-app.ts');

export function liveThrough(moment: Moment, end?: Life['end']): Promise<void> {
  const { dataDir, until: stop } = moment;
  const held = join(dataDir, HELD);
  rmSync(held, { force: true });
  const atStop = stop && { what: `${stop.at}: ${stop.word}`, isThere: () => existsSync(held) };
  return runUntil({ entry: ENTRY, env: { MOMENT: JSON.stringify(moment) }, end: end ?? atStop });
}

export type Life = {
  entry: string;
  env: Record<string, string>;
  end?: { what: string; isThere(): boolean | Promise<boolean> };
};

export async function runUntil({ entry, env, end }: Life): Promise<void> {
  const child = Bun.spawn([process.execPath, entryOf(entry)], {
    cwd: join(import.meta.dir, '../..'),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  let isThere = false;
  const stands = async () => {
    isThere = (await end?.isThere()) ?? false;
    return isThere || child.exitCode !== null;
  };
  try {
    if (end) await until(end.what, stands, { timeoutMs: 60_000 });
    else await child.exited;
  } finally {
    child.kill('SIGKILL');
  }
  const code = await child.exited;
  if (end ? !isThere : code !== 0) throw new Error(`the desk ended with ${code}`);
}

export const readRows = <T>(dataDir: string, companyId: number, sql: string): T[] =>
  readFileRows(join(dataDir, `companies/${companyId}/company.db`), sql);

export const queryPlatform = <T>(dataDir: string, sql: string): T[] =>
  readFileRows(join(dataDir, 'platform.db'), sql);

export function received(dataDir: string): { number: string; text: string }[] {
  const lines = readFileSync(join(dataDir, SENT), 'utf8').trim().split('\n');
  const sent = lines.map((line) => JSON.parse(line) as { id: string; jid: string; text: string });
  const once = new Map(sent.map(({ id, jid, text }) => [id, { number: jid.replace(/@.*/, ''), text }]));
  return [...once.values()];
}
