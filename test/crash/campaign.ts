import { join } from 'node:path';
import type { Phone } from '@demo/whatsapp/index.ts';
import { withDatabase } from '@/core/db/open-file.ts';
import type { Fixture } from './fixture.ts';

/** `interval` in seconds between two messages. */
export async function startCampaign(
  { api, dataDir }: Fixture,
  name: string,
  phones: Phone[],
  interval = 0,
): Promise<{ id: number; whatsappId: number }> {
  const companyFile = join(dataDir, 'companies/1/company.db');
  const contactListId = addList(companyFile, name, phones);
  const pace = { messageInterval: interval, longerIntervalAfter: 0, greaterInterval: 0 };
  await api.call('POST', '/campaign-settings', { settings: pace });
  const [{ id: whatsappId } = { id: 0 }] = await api.call<{ id: number }[]>('GET', '/whatsapp');
  const body = { name, message1: 'Oi, {nome}!', contactListId, whatsappId };
  const { id } = await api.call<{ id: number }>('POST', '/campaigns', body);
  withDatabase(companyFile, (database) =>
    database.exec(`UPDATE campaigns SET status = 'CANCELADA' WHERE id = ${id}`),
  );
  await api.call('POST', `/campaigns/${id}/restart`);
  return { id, whatsappId };
}

function addList(companyFile: string, name: string, phones: Phone[]): number {
  return withDatabase(companyFile, (database) => {
    const list = database.prepare('INSERT INTO contact_lists (name) VALUES (?)').run(name);
    const id = Number(list.lastInsertRowid);
    const add = database.prepare(
      'INSERT INTO contact_list_items (list_id, name, number, is_on_whatsapp) VALUES (?, ?, ?, 1)',
    );
    for (const phone of phones) add.run(id, phone.name, phone.number);
    database.exec(
      'INSERT OR REPLACE INTO sending_limits (connection_id, daily_cap, warms_up) SELECT id, 5000, 0 FROM connections',
    );
    return id;
  });
}
