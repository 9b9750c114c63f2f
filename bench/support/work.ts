import type { Client } from '@libsql/client';
import type { Size } from './seeded.ts';

/** A campaign at half of its list, a column of the board for each fifth tag, and a history of changes. */
export async function addWork(
  client: Client,
  { contacts, tickets }: Pick<Size, 'contacts' | 'tickets'>,
): Promise<void> {
  for (const sql of [
    `INSERT INTO contact_lists (name, search_name) VALUES ('Clientes', 'clientes')`,
    `INSERT INTO contact_list_items (list_id, name, search_name, number, is_on_whatsapp)
       SELECT 1, name, lower(name), number, CASE WHEN id % 10 = 0 THEN 0 ELSE 1 END FROM contacts`,
    `INSERT INTO campaigns (name, status, messages, connection_id, contact_list_id, started_at, prepared_at)
       VALUES ('Natal', 'EM_ANDAMENTO', '["Oi"]', 1, 1, 1760000000000, 1760000000000)`,
    `INSERT INTO campaign_shippings (campaign_id, item_id, name, number, state, message, delivered_at)
       SELECT 1, id, name, number, CASE WHEN id <= ${contacts / 2} THEN 'delivered' ELSE 'waiting' END, 'Oi',
         CASE WHEN id <= ${contacts / 2} THEN 1760000000000 + id * 1000 END FROM contact_list_items WHERE is_on_whatsapp`,
    `UPDATE tags SET kanban = 1 WHERE id % 5 = 0`,
    `INSERT INTO audit_entries (at, action, kind, subject_id, subject_name, person_id, person_name, hash)
       SELECT 1760000000000 + i * 1000, CASE WHEN i % 3 = 0 THEN 'ticket.deleted' ELSE 'tag.changed' END,
         CASE WHEN i % 3 = 0 THEN 'ticket' ELSE 'tag' END, i, 'Nome ' || i, 1, 'Dona', 'x'
       FROM (WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${tickets}) SELECT i FROM n)`,
  ])
    await client.execute(sql);
}
