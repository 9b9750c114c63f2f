import { sql } from 'drizzle-orm';
import { eraseMessages } from './erase-messages.service.ts';
import { contains, list, maskedIn, once, type Part, termsOf, through } from './erasure-part.queries.ts';
import { maskEntriesOf } from './mask-audit.service.ts';
import { maskFreeTexts } from './mask-free-texts.service.ts';
import { bareDigits, phoneSpellings } from './phone-texts.logic.ts';

const AHEAD = list(['waiting', 'asking', 'asked', 'confirmed', 'sending']);

const eraseTheirs = once(async (db, { erasureId, subject }) => {
  const { contactIds, ticketIds, numbers, addresses, names } = subject;
  const [people, tickets, digits] = [list(contactIds), list(ticketIds), list(numbers)];
  const known = list([...numbers, ...addresses]);
  await db.run(
    sql`insert or ignore into erasure_files (erasure_id, file) select ${erasureId}, media_path from schedules where contact_id in ${people} and media_path <> '' union select ${erasureId}, picture_path from contacts where id in ${people} and picture_path <> ''`,
  );
  await db.run(sql`delete from message_reactions where author in ${list(contactIds.map(String))}`);
  await db.run(sql`delete from schedules where contact_id in ${people}`);
  await db.run(
    sql`update chat_messages set message = ${maskedIn(sql`message`, [...termsOf(subject), ...names])} where ticket_id in ${tickets}`,
  );
  await db.run(
    sql`update campaign_shippings set name = '', email = '', message = '', confirmation_message = '', number = 'erased-' || id, contact_id = null, item_id = null, reason = case when state in ${AHEAD} then 'erased' else reason end, state = case when state in ${AHEAD} then 'skipped' else state end where contact_id in ${people} or number in ${digits}`,
  );
  await db.run(
    sql`delete from contact_list_items where number in ${digits} or email in ${known} and email <> ''`,
  );
  await db.run(sql`delete from opt_outs where contact_id in ${people} or number in ${digits}`);
  await db.run(sql`delete from number_checks where number in ${digits} or jid in ${known}`);
  await db.run(
    sql`update api_calls set number = '' where ticket_id in ${tickets} or ${contains(sql`number`, numbers)}`,
  );
  await db.run(sql`delete from idempotency_keys where ${contains(sql`coalesce(reply, '')`, numbers)}`);
  await db.run(sql`delete from webhook_lanes where lane in ${list(contactIds.map((id) => `contact:${id}`))}`);
  // Undo offers live for five minutes and contain whole rows.
  await db.run(sql`delete from undos`);
  await db.run(sql`delete from session_keys where ${contains(sql`key`, numbers)}`);
  await db.run(sql`delete from session_journal where ${contains(sql`entry_id`, numbers)}`);
  await db.run(
    sql`delete from outbox where json_extract(payload, '$.contactId') in ${people} or json_extract(payload, '$.ticketId') in ${tickets} or ${contains(sql`payload`, numbers)} or ${contains(sql`lane`, numbers)}`,
  );
});

const eraseDeliveries = through(sql`webhook_deliveries`, (db, { subject }, those) =>
  db.run(
    sql`delete from webhook_deliveries where ${those} and (lane in ${list(subject.contactIds.map((id) => `contact:${id}`))} or ${contains(sql`body`, termsOf(subject))} or ${contains(bareDigits(sql`body`), phoneSpellings(subject.numbers))})`,
  ),
);

const eraseImported = through(sql`contact_import_rows`, (db, { subject }, those) =>
  db.run(
    sql`delete from contact_import_rows where ${those} and (${contains(bareDigits(sql`number`), phoneSpellings(subject.numbers))} or (email <> '' and email in ${list(subject.addresses)}))`,
  ),
);

const eraseListed = through(sql`contact_list_import_rows`, (db, { subject }, those) =>
  db.run(
    sql`delete from contact_list_import_rows where ${those} and (${contains(bareDigits(sql`cells`), phoneSpellings(subject.numbers))} or ${contains(sql`cells`, subject.addresses)})`,
  ),
);

/** Runs last, so that an interrupted erasure is found again; cascades to tickets and all else that is left. */
const eraseContacts = once((db, { subject }) =>
  db.run(sql`delete from contacts where id in ${list(subject.contactIds)}`),
);

export const PARTS: Part[] = [
  eraseMessages,
  eraseTheirs,
  eraseDeliveries,
  eraseImported,
  eraseListed,
  ...maskFreeTexts,
  maskEntriesOf,
  eraseContacts,
];
