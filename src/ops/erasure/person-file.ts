import { existsSync } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openFile } from '../../core/db/open-file.ts';
import type { ErasingJob } from '../../modules/erasures/erasures.schema.ts';
import { writeFlushed } from '../backup/backup-store.ts';
import { type Found, MOMENT, personPage, type Row } from './person-page.ts';
import { zipOf } from './zip.ts';

type Job = Extract<ErasingJob, { kind: 'person' }>;

/** Personal data by table; `?1` is the contact. Leaves out secrets (keys of media, raw packets). */
const QUERIES: Record<string, string> = {
  contact:
    'select id, name, number, email, picture_path, is_blocked, last_interaction_at, created_at from contacts where id = ?1',
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

/** The file appears with all its bytes or not at all. */
export async function writePersonFile({
  path,
  media,
  contactId,
  target,
  words: texts,
  timeZone,
}: Job): Promise<{ bytes: number }> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const found = readAll(path, contactId);
  const files = filesOf(found).filter((file) => existsSync(join(media, file)));
  await writeFlushed(`${target}.part`, zipOf(entriesOf()));
  await rename(`${target}.part`, target);
  return { bytes: (await stat(target)).size };

  async function* entriesOf() {
    yield { name: 'data.json', from: Buffer.from(JSON.stringify(found, null, 2)) };
    yield { name: 'index.html', from: Buffer.from(personPage(found, { words: texts, timeZone })) };
    for (const file of files) yield { name: `media/${file}`, from: join(media, file) };
  }
}

function readAll(path: string, contactId: number): Found {
  using database = openFile(path);
  database.exec('PRAGMA query_only = ON');
  // One snapshot for all queries.
  return database.transaction(() =>
    Object.fromEntries(
      Object.entries(QUERIES).map(([name, sql]) => [
        name,
        (database.prepare(sql).all(contactId) as Row[]).map(withMoments),
      ]),
    ),
  )();
}

function withMoments(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      MOMENT.test(name) && typeof value === 'number' ? new Date(value).toISOString() : value,
    ]),
  );
}

const filesOf = ({ contact = [], messages = [], schedules = [] }: Found): string[] => [
  ...new Set(
    [...contact, ...messages, ...schedules].flatMap(({ picture_path: picture, media_path: file }) =>
      [picture, file].flatMap((name) => (name ? [String(name)] : [])),
    ),
  ),
];
