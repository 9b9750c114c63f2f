import type { DatabaseFile } from '../../core/db/open-file.ts';
import type { Finding } from './finding.ts';

type Counter = { what: (rows: number) => string; table: string; wrong: string; set: string };

const CUSTOMER_MESSAGES =
  '(select count(*) from messages where messages.ticket_id = tickets.id and messages.from_me = 0)';
const NEWER_MESSAGES = `(select count(*) from chat_messages where chat_messages.chat_id = chat_users.chat_id
  and chat_messages.id > coalesce(chat_users.read_message_id, 0) and chat_messages.sender_id is not chat_users.user_id)`;
const CONTACTS = '(select count(*) from contacts where contacts.is_group = contact_totals.is_group)';

const OF_LIST = `(select count(*), coalesce(sum(is_on_whatsapp is null), 0), count(*) filter (where is_on_whatsapp = 1)
  from contact_list_items where contact_list_items.list_id = contact_list_totals.list_id)`;
const OF_CAMPAIGN = `(select count(*), count(confirmation_requested_at), count(confirmed_at), count(replied_at), coalesce(sum(is_new_contact), 0)
  from campaign_shippings where campaign_shippings.campaign_id = campaign_totals.campaign_id and campaign_shippings.state = campaign_totals.state)`;

const OF_TAG = '(select count(*) from ticket_tags where ticket_tags.tag_id = tag_totals.tag_id)';
const HAS_COLUMN = `exists (select 1 from ticket_tags join tags on tags.id = ticket_tags.tag_id
  where ticket_tags.ticket_id = tickets.id and tags.kanban = 1 and (kanban_totals.tag_id is null or tags.id = kanban_totals.tag_id))`;
const OF_COLUMN = `(select count(*) from tickets where tickets.status = kanban_totals.status
  and tickets.queue_id is kanban_totals.queue_id and tickets.user_id is kanban_totals.user_id
  and iif(kanban_totals.tag_id is null, not ${HAS_COLUMN}, ${HAS_COLUMN}))`;

/** Marking as unread sets a count without a message; late members of a chat have read nothing. */
const COUNTERS: Counter[] = [
  {
    what: () => 'the number of contacts is not how many there are',
    table: 'contact_totals',
    wrong: `n <> ${CONTACTS}`,
    set: `n = ${CONTACTS}`,
  },
  {
    what: (rows) => `the number of contacts of ${rows} lists is not how many there are`,
    table: 'contact_list_totals',
    wrong: `(items, unchecked, valid) <> ${OF_LIST}`,
    set: `(items, unchecked, valid) = ${OF_LIST}`,
  },
  {
    what: (rows) => `${rows} numbers in the reports of campaigns are not how many there are`,
    table: 'campaign_totals',
    wrong: `(n, requested, confirmed, replied, new_contacts) <> ${OF_CAMPAIGN}`,
    set: `(n, requested, confirmed, replied, new_contacts) = ${OF_CAMPAIGN}`,
  },
  {
    what: (rows) => `the number of tickets of ${rows} tags is not how many there are`,
    table: 'tag_totals',
    wrong: `tickets <> ${OF_TAG}`,
    set: `tickets = ${OF_TAG}`,
  },
  {
    what: (rows) => `${rows} numbers of tickets on the kanban board are not how many there are`,
    table: 'kanban_totals',
    wrong: `tickets <> ${OF_COLUMN}`,
    set: `tickets = ${OF_COLUMN}`,
  },
  {
    what: (rows) => `${rows} conversations show more unread messages than the customer has written`,
    table: 'tickets',
    wrong: `unread_messages < 0 or (unread_messages > 1 and unread_messages > ${CUSTOMER_MESSAGES})`,
    set: `unread_messages = ${CUSTOMER_MESSAGES}`,
  },
  {
    what: (rows) => `${rows} conversations name a last message that is gone`,
    table: 'tickets',
    wrong: 'last_message_id is not null and last_message_id not in (select id from messages)',
    set: 'last_message_id = (select max(id) from messages where messages.ticket_id = tickets.id)',
  },
  {
    what: (rows) => `${rows} people see more unread messages in an internal chat than there are`,
    table: 'chat_users',
    wrong: `unreads < 0 or (unreads > 0 and unreads > ${NEWER_MESSAGES})`,
    set: `unreads = ${NEWER_MESSAGES}`,
  },
];

export function checkCounters(database: DatabaseFile): Finding[] {
  return COUNTERS.flatMap(({ what, table, wrong, set }) => {
    const { n } = database.prepare(`select count(*) as n from ${table} where ${wrong}`).get() as {
      n: number;
    };
    if (n === 0) return [];
    const mend = (writable: DatabaseFile) => void writable.exec(`update ${table} set ${set} where ${wrong}`);
    return [{ what: what(n), mend }];
  });
}
