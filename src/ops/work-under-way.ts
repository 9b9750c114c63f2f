import type { DatabaseFile } from '../core/db/open-file.ts';

const NOW = "cast(unixepoch('subsec') * 1000 as integer)";

/**
 * For a company that continues from a copy. What was due since the copy may have reached people already, under message
 * ids that the copy does not know: campaigns are stopped and schedules fail when they are due, so that a person decides.
 */
export function stopDueSends(database: DatabaseFile): void {
  if (hasColumn(database, 'campaigns', 'stopped_for'))
    database.exec(
      `update campaigns set status = 'CANCELADA', stopped_for = 'restored', updated_at = ${NOW}
         where status = 'EM_ANDAMENTO' or (status = 'PROGRAMADA' and scheduled_at <= ${NOW})`,
    );
  if (hasColumn(database, 'schedules', 'error'))
    database.exec(
      `update schedules set error = 'ERR_SCHEDULE_RESTORED' where status = 'PENDENTE' and send_at <= ${NOW}`,
    );
}

/** A backup may be older than the column. */
function hasColumn(database: DatabaseFile, table: string, column: string): boolean {
  const found = database.prepare('select 1 from pragma_table_info(?) where name = ?').get(table, column);
  return found !== undefined;
}

/** For a copy without its outbox, from rows of the current schema. A lost download can be asked for again. */
export function requeueWork(database: DatabaseFile): void {
  database.exec("update messages set media_state = 'failed' where media_state = 'pending'");
  for (const [kind, queue, field, rows] of UNFINISHED)
    database.exec(
      `insert into outbox (lane, kind, payload, due_at, created_at)
         select '${queue}:' || id, '${kind}', json_object('${field}', id), ${NOW}, ${NOW} from (${rows})`,
    );
}

const UNFINISHED = [
  ['contacts.import', 'import', 'importId', "select id from contact_imports where state = 'running'"],
  [
    'contact-list.import',
    'list-import',
    'listImportId',
    "select id from contact_list_imports where state = 'running'",
  ],
  [
    'contact-list.check',
    'list-check',
    'contactListId',
    'select distinct list_id as id from contact_list_items where is_on_whatsapp is null',
  ],
  ['erasure.run', 'erasure', 'erasureId', "select id from erasures where step <> 'done'"],
];
