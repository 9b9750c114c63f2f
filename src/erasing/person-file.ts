import { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFlushed } from '../backup/store.ts';
import type { ErasingJob } from '../modules/erasures/erasures.schema.ts';
import { zipOf } from './zip.ts';

type Job = Extract<ErasingJob, { kind: 'person' }>;
type Row = Record<string, string | number | null>;

/** What is theirs, by the table; `?1` is the contact. What opens something (keys of media, raw packets) is not. */
const QUERIES: Record<string, string> = {
  contact:
    'select id, name, number, email, is_blocked, last_interaction_at, created_at from contacts where id = ?1',
  identities: 'select jid, kind, created_at from contact_identities where contact_id = ?1',
  fields: 'select name, value from contact_fields where contact_id = ?1',
  tickets:
    'select id, uuid, status, source, created_at, updated_at from tickets where contact_id = ?1 order by id',
  tags: 'select t.ticket_id, g.name from ticket_tags t join tags g on g.id = t.tag_id where t.ticket_id in (select id from tickets where contact_id = ?1)',
  notes: 'select ticket_id, note, created_at from ticket_notes where contact_id = ?1 order by id',
  ratings:
    'select ticket_id, rate, created_at from ratings where ticket_id in (select id from tickets where contact_id = ?1)',
  schedules: 'select body, send_at, status, media_path from schedules where contact_id = ?1 order by send_at',
  campaigns:
    'select c.name as campaign, s.state, s.message, s.delivered_at from campaign_shippings s join campaigns c on c.id = s.campaign_id where s.contact_id = ?1',
  lists:
    "select l.name as list, i.name, i.number, i.email from contact_list_items i join contact_lists l on l.id = i.list_id join contacts c on c.id = ?1 where c.number <> '' and i.number = c.number",
  optOuts: 'select number, keyword, created_at from opt_outs where contact_id = ?1',
  messages:
    'select id, ticket_id, from_me, body, media_type, media_path, media_name, transcript, is_deleted, sent_at, delivered_at, read_at from messages where chat_id = ?1 or contact_id = ?1 order by id',
};
const MOMENT = /_at$/;

/** It appears under its name with all its bytes or not at all. */
export async function writePersonFile({
  path,
  media,
  contactId,
  target,
  words,
}: Job): Promise<{ bytes: number }> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const found = readAll(path, contactId);
  const files = filesOf(found).filter((file) => existsSync(join(media, file)));
  await writeFlushed(`${target}.part`, zipOf(entriesOf()));
  await rename(`${target}.part`, target);
  return { bytes: (await stat(target)).size };

  async function* entriesOf() {
    yield { name: 'data.json', from: Buffer.from(JSON.stringify(found, null, 2)) };
    yield { name: 'index.html', from: Buffer.from(pageOf(found, words)) };
    for (const file of files) yield { name: `media/${file}`, from: join(media, file) };
  }
}

type Found = Record<string, Row[]>;

function readAll(path: string, contactId: number): Found {
  const database = new Database(path, { readwrite: true, create: false });
  try {
    database.run('PRAGMA query_only = ON');
    database.run('PRAGMA busy_timeout = 20000');
    // One moment for all of it.
    return database.transaction(() =>
      Object.fromEntries(
        Object.entries(QUERIES).map(([name, sql]) => [
          name,
          (database.query(sql).all(contactId) as Row[]).map(withMoments),
        ]),
      ),
    )();
  } finally {
    database.close();
  }
}

function withMoments(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      MOMENT.test(name) && typeof value === 'number' ? new Date(value).toISOString() : value,
    ]),
  );
}

const filesOf = (found: Found): string[] => [
  ...new Set(
    [...(found.messages ?? []), ...(found.schedules ?? [])].flatMap(({ media_path: file }) =>
      file ? String(file) : [],
    ),
  ),
];

/** Of what a stranger wrote nothing is markup. */
const escaped = (value: unknown) =>
  String(value ?? '').replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

function pageOf(found: Found, words: Job['words']): string {
  const said = (found.messages ?? []).map(
    ({ from_me: fromMe, body, sent_at: at, media_path: file, media_name: name, transcript }) =>
      `<li><small>${escaped(at)} · ${escaped(fromMe ? words.company : words.person)}</small><p>${escaped(body)}</p>${
        file ? `<p><a href="media/${escaped(file)}">${escaped(name || words.file)}</a></p>` : ''
      }${transcript ? `<p><i>${escaped(transcript)}</i></p>` : ''}</li>`,
  );
  const rest = Object.entries(found)
    .filter(([name, rows]) => name !== 'messages' && rows.length > 0)
    .map(([name, rows]) => `<h2>${escaped(words.parts[name] ?? name)}</h2>${rows.map(tableOf).join('')}`);
  return `<!doctype html><html lang="${escaped(words.language)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(words.title)}</title><style>body{font:16px/1.5 system-ui;max-width:48rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;margin:0 0 1rem}td{border:1px solid #ccc;padding:.2rem .6rem;overflow-wrap:anywhere}li{margin:0 0 1rem;list-style:none}p{margin:0;white-space:pre-wrap}ol{padding:0}</style><h1>${escaped(words.title)}</h1><p>${escaped(words.made)}</p>${rest.join('')}<h2>${escaped(words.parts.messages)}</h2><ol>${said.join('')}</ol></html>`;
}

function tableOf(row: Row): string {
  const cells = Object.entries(row).filter(([, value]) => value !== null && value !== '');
  return `<table>${cells.map(([name, value]) => `<tr><td>${escaped(name)}</td><td>${escaped(value)}</td></tr>`).join('')}</table>`;
}
