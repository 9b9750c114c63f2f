import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as schema from '@db/tenant/schema/index.ts';
import { getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { columnsWhere } from '../../core/db/annotations.ts';
import { openFile } from '../../core/db/open-file.ts';
import type { ErasingJob } from '../../modules/erasures/erasures.schema.ts';
import { writeFlushed } from '../backup/backup-store.ts';
import { type Media, openInstallation, requireCompany } from '../installation/installation.ts';
import { type Found, MOMENT, personPage, type Row } from './person-page.ts';
import { zipOf } from './zip.ts';

type Job = Extract<ErasingJob, { kind: 'person' }>;

type Section = { of: SQLiteTable; where: string; order?: string; facts: string[] };

const OF_THEIR_TICKETS = 'ticket_id in (select id from tickets where contact_id = ?1)';

/** `?1` is the contact. Each section has its table's personal columns and media, and these facts. */
const SECTIONS: Record<string, Section> = {
  contact: {
    of: schema.contacts,
    where: 'id = ?1',
    facts: ['id', 'is_blocked', 'last_interaction_at', 'created_at'],
  },
  identities: { of: schema.contactIdentities, where: 'contact_id = ?1', facts: ['kind', 'created_at'] },
  fields: { of: schema.contactFields, where: 'contact_id = ?1', facts: [] },
  tickets: {
    of: schema.tickets,
    where: 'contact_id = ?1',
    order: 'id',
    facts: ['id', 'uuid', 'status', 'created_at', 'updated_at'],
  },
  tags: {
    of: schema.ticketTags,
    where: OF_THEIR_TICKETS,
    facts: ['ticket_id', '(select name from tags where id = tag_id) as name'],
  },
  notes: {
    of: schema.ticketNotes,
    where: 'contact_id = ?1',
    order: 'id',
    facts: ['ticket_id', 'created_at'],
  },
  ratings: { of: schema.ratings, where: OF_THEIR_TICKETS, facts: ['ticket_id', 'rate', 'created_at'] },
  schedules: {
    of: schema.schedules,
    where: 'contact_id = ?1',
    order: 'send_at',
    facts: ['send_at', 'status'],
  },
  campaigns: {
    of: schema.campaignShippings,
    where: 'contact_id = ?1',
    facts: ['(select name from campaigns where id = campaign_id) as campaign', 'state', 'delivered_at'],
  },
  lists: {
    of: schema.contactListItems,
    where: "number in (select number from contacts where id = ?1 and number <> '')",
    facts: ['(select name from contact_lists where id = list_id) as list'],
  },
  optOuts: { of: schema.optOuts, where: 'contact_id = ?1', facts: ['created_at'] },
  messages: {
    of: schema.messages,
    where: 'chat_id = ?1 or contact_id = ?1',
    order: 'id',
    facts: [
      ...['id', 'ticket_id', 'from_me', 'media_type', 'is_deleted'],
      ...['sent_at', 'delivered_at', 'read_at'],
    ],
  },
};

const PERSONAL = columnsWhere(
  schema,
  ({ personal, media }) => (personal !== undefined && personal !== 'copy') || media === 'key',
);

function queryOf({ of, where, order = 'rowid', facts }: Section): string {
  const columns = PERSONAL.filter(({ table }) => table === of).map(({ name }) => `"${name}"`);
  return `select ${[...facts, ...columns].join(', ')} from "${getTableName(of)}" where ${where} order by ${order}`;
}

/** The file appears with all its bytes or not at all. */
export async function writePersonFile({
  dataDir,
  shared,
  companyId,
  contactId,
  target,
  words: texts,
  timeZone,
}: Job): Promise<{ bytes: number }> {
  const scratch = `${target}.scratch`;
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  try {
    const company = await requireCompany(await openInstallation(dataDir, shared, scratch), companyId);
    const copy = join(scratch, 'company.db');
    if (company.path === undefined) await company.copyTo(copy);
    const found = readAll(company.path ?? copy, contactId);
    await writeFlushed(`${target}.part`, zipOf(entriesOf(found, company.media)));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  await rename(`${target}.part`, target);
  return { bytes: (await stat(target)).size };

  async function* entriesOf(found: Found, media: Media) {
    yield { name: 'data.json', from: Buffer.from(JSON.stringify(found, null, 2)) };
    yield { name: 'index.html', from: Buffer.from(personPage(found, { words: texts, timeZone })) };
    for (const file of filesOf(found)) {
      const medium = await media.open(file);
      if (medium) yield { name: `media/${file}`, from: medium.path };
      await medium?.done();
    }
  }
}

function readAll(path: string, contactId: number): Found {
  using database = openFile(path);
  database.exec('PRAGMA query_only = ON');
  // One snapshot for all queries.
  return database.transaction(() =>
    Object.fromEntries(
      Object.entries(SECTIONS).map(([name, section]) => [
        name,
        (database.prepare(queryOf(section)).all(contactId) as Row[]).map(withMoments),
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
