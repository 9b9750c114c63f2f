import { join } from 'node:path';
import type { Network } from '@demo/whatsapp/index.ts';
import { openFile } from '@/core/db/open-file.ts';
import type { Firm } from './firm.ts';

const CONTACTS = 5_000;
const REACHABLE = 400;
const FIRST_NUMBER = 5_511_966_600_000;

export type CampaignFlood = (seconds: number) => Promise<number>;

export async function openCampaigns(
  { call, connectionId }: Firm,
  network: Network,
  { dataDir, companyId, url, cookie }: { dataDir: string; companyId: number; url: string; cookie: string },
): Promise<CampaignFlood> {
  const settings = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 };
  await call('POST', '/campaign-settings', { settings });
  const page = async (method: string, path: string, form: Record<string, string> = {}) => {
    const headers = { Cookie: cookie, Origin: url, Accept: 'text/html', 'HX-Request': 'true' };
    const reply = await fetch(url + path, { method, headers, body: new URLSearchParams(form) });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status}`);
  };
  const limits = { dailyCap: '10000', warmsUp: 'false', quietFrom: '', quietTo: '' };
  await page('PUT', `/campaigns-config/limits/${connectionId}`, limits);
  const { id: contactListId } = await call<{ id: number }>('POST', '/contact-lists', { name: 'Clientes' });
  for (let n = 0; n < REACHABLE; n += 1)
    network.phone({ number: String(FIRST_NUMBER + n), name: `Pessoa ${n}` });
  const database = openFile(join(dataDir, 'companies', String(companyId), 'company.db'));
  const add = database.prepare(
    'INSERT INTO contact_list_items (list_id, name, number, email, is_on_whatsapp) VALUES (?, ?, ?, ?, 1)',
  );
  database.transaction(() => {
    for (let n = 0; n < CONTACTS; n += 1) add.run(contactListId, `Pessoa ${n}`, String(FIRST_NUMBER + n), '');
  })();
  const delivered = database.prepare(
    "SELECT count(*) AS n FROM campaign_shippings WHERE campaign_id = ? AND state = 'delivered'",
  );
  return async (seconds) => {
    const { id } = await call<{ id: number }>('POST', '/campaigns', {
      ...{ name: `Natal ${crypto.randomUUID()}`, message1: 'Oi, {nome}!', scheduledAt: null },
      ...{ whatsappId: connectionId, contactListId },
    });
    await page('POST', `/campaigns/${id}/start`);
    await Bun.sleep(seconds * 1_000);
    await page('POST', `/campaigns/${id}/cancel`);
    const { n } = delivered.get(id) as { n: number };
    if (n < 5) throw new Error(`the campaign reached ${n}`);
    return n;
  };
}
