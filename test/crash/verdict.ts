import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Phone, ReceivedMessage } from '@demo/whatsapp/index.ts';
import { type DatabaseFile, openFile } from '@/core/db/open-file.ts';
import { type ChangeVerdict, isChange, judgeChanges, textBeforeEdits } from './changes.ts';
import { type Chat, PIXEL } from './traffic.ts';

type StoredRow = {
  body: string;
  from_me: number;
  is_deleted: number;
  wid: string;
  ack: number;
  error: string | null;
  media_state: string;
  media_path: string | null;
};

export type Account = {
  expected: number;
  found: number;
  lost: string[];
  doubled: string[];
  disordered: string[];
};

export type Verdict = {
  stored: Account;
  delivered: Account;
  unsure: { delivered: number; absent: number; doubled: string[] };
  failed: string[];
  repeats: number;
  repeatedRequests: number;
  mediaMissing: string[];
  changes: ChangeVerdict;
  askedAgain: number;
  waiting: { outbox: number; journal: number };
};

export function openCompany(dataDir: string): DatabaseFile {
  // An unopened WAL file cannot be opened read-only: its shared memory has to be created.
  const database = openFile(join(dataDir, 'companies/1/company.db'));
  database.exec('PRAGMA query_only = ON');
  return database;
}

export function countWaiting(database: DatabaseFile): Verdict['waiting'] {
  const count = (sql: string) => (database.prepare(sql).get() as { n: number }).n;
  return {
    outbox: count('SELECT count(*) AS n FROM outbox WHERE parked_at IS NULL'),
    journal: count('SELECT count(*) AS n FROM session_journal'),
  };
}

export function countStored(database: DatabaseFile): number {
  return (database.prepare('SELECT count(*) AS n FROM messages WHERE from_me = 0').get() as { n: number }).n;
}

export function widsOfDeleted(database: DatabaseFile): Set<string> {
  const rows = database.prepare('SELECT wid FROM messages WHERE is_deleted = 1').all() as { wid: string }[];
  return new Set(rows.map(({ wid }) => wid));
}

export function judge(dataDir: string, chats: Chat[]): Verdict {
  const database = openCompany(dataDir);
  const verdict: Verdict = {
    stored: emptyAccount(),
    delivered: emptyAccount(),
    unsure: { delivered: 0, absent: 0, doubled: [] },
    failed: [],
    repeats: 0,
    repeatedRequests: 0,
    mediaMissing: [],
    changes: judgeChanges(database, chats),
    askedAgain: chats.reduce((sum, { customer }) => sum + customer.retries.length, 0),
    waiting: countWaiting(database),
  };
  for (const chat of chats) {
    const rows = database
      .prepare('SELECT * FROM messages WHERE ticket_id = ? ORDER BY id')
      .all(chat.ticketId) as StoredRow[];
    judgeChat(verdict, chat, rows, dataDir);
  }
  database.close();
  return verdict;
}

function judgeChat(verdict: Verdict, chat: Chat, rows: StoredRow[], dataDir: string): void {
  const theirs = rows.filter((row) => row.from_me === 0);
  compare(
    verdict.stored,
    chat.sent,
    theirs.map((row) => row.body),
  );
  for (const row of theirs) if (!isMediaThere(row, dataDir)) verdict.mediaMissing.push(row.body);

  const failed = rows
    .filter((row) => row.from_me === 1 && row.error !== null)
    .map((row) => textBeforeEdits(row.body));
  verdict.failed.push(...failed);
  const deleted = new Set(rows.filter((row) => row.is_deleted).map((row) => textBeforeEdits(row.body)));
  const isOwed = (text: string) => !failed.includes(text) && !deleted.has(text);
  const received = chat.customer.received.filter((message) => !message.fromMe && !isChange(message));
  const seen = received.map(textOf);
  compare(
    verdict.delivered,
    chat.taken.filter(isOwed),
    seen.filter((text) => isOwed(text) && !chat.unsure.has(text)),
    askedFor(chat.customer, received),
  );
  for (const text of chat.unsure) {
    const times = seen.filter((other) => other === text).length;
    if (times === 0) verdict.unsure.absent += 1;
    else verdict.unsure.delivered += 1;
    if (times > 1) verdict.unsure.doubled.push(text);
  }
  verdict.repeats += chat.customer.deliveries.filter(({ kind }) => kind === 'duplicate').length;
  verdict.repeatedRequests += chat.repeated;
}

function askedFor(phone: Phone, received: ReceivedMessage[]): Set<string> {
  const failed = new Set(phone.deliveries.flatMap(({ kind, id }) => (kind === 'failed' ? id : [])));
  return new Set(received.filter(({ id }) => failed.has(id)).map(textOf));
}

const textOf = ({ text }: ReceivedMessage) => textBeforeEdits(text);

export function countAskedFor({ deliveries }: Phone, deleted: Set<string>): number {
  const shown = new Set(deliveries.flatMap(({ kind, id }) => (kind === 'failed' ? [] : id)));
  return new Set(deliveries.flatMap(({ id }) => (shown.has(id) || deleted.has(id) ? [] : id))).size;
}

export function compare(
  account: Account,
  expected: string[],
  found: string[],
  late = new Set<string>(),
): void {
  account.expected += expected.length;
  account.found += found.length;
  const positions = new Map<string, number[]>();
  for (const [index, text] of found.entries()) positions.set(text, [...(positions.get(text) ?? []), index]);
  let last = -1;
  for (const text of expected) {
    const at = positions.get(text) ?? [];
    if (at.length === 0) account.lost.push(text);
    if (at.length > 1) account.doubled.push(text);
    const first = at[0];
    if (first === undefined || late.has(text)) continue;
    if (first < last) account.disordered.push(text);
    last = Math.max(last, first);
  }
}

function isMediaThere(row: StoredRow, dataDir: string): boolean {
  if (row.media_state === 'none') return true;
  if (row.media_state !== 'ready' || row.media_path === null) return false;
  try {
    return statSync(join(dataDir, 'companies/1/media', row.media_path)).size === PIXEL.length;
  } catch {
    return false;
  }
}

export function emptyAccount(): Account {
  return { expected: 0, found: 0, lost: [], doubled: [], disordered: [] };
}

export function describeVerdict(verdict: Verdict): string {
  const { stored, delivered, unsure, changes } = verdict;
  const line = (name: string, account: Account) =>
    `${name}: ${account.found} of ${account.expected}; ${account.lost.length} lost, ${account.doubled.length} doubled, ${account.disordered.length} out of order`;
  const some = (name: string, list: string[]) =>
    list.length > 0 ? [`  ${name}: ${list.slice(0, 8).join(' | ')}`] : [];
  return [
    line('customer messages stored', stored),
    ...some('lost', stored.lost),
    ...some('doubled', stored.doubled),
    ...some('out of order', stored.disordered),
    line('answers on the phones', delivered),
    ...some('lost', delivered.lost),
    ...some('doubled', delivered.doubled),
    ...some('out of order', delivered.disordered),
    `answers of failed requests: ${unsure.delivered} delivered, ${unsure.absent} not, ${unsure.doubled.length} doubled`,
    `shown as failed: ${verdict.failed.length}; media missing: ${verdict.mediaMissing.length}; requests repeated: ${verdict.repeatedRequests}; deliveries the phones recognised as repeats: ${verdict.repeats}`,
    `changes on the phones: ${changes.edits} edits, ${changes.deletions} deletions, ${changes.reactions} reactions; ${changes.wrong.length} wrong, ${changes.ticks.length} ticks behind; asked again: ${verdict.askedAgain}`,
    ...some('wrong', changes.wrong),
    ...some('ticks', changes.ticks),
    `still waiting: ${verdict.waiting.outbox} in the outbox, ${verdict.waiting.journal} in the journal`,
  ].join('\n');
}
