import type { Phone } from '@demo/whatsapp/index.ts';
import { RequestFailed } from '@test/crash/api-client.ts';
import { noChanges } from '@test/crash/changes.ts';
import { until } from '@test/crash/fixture.ts';
import { answer, type Chat, type Pace, type Traffic, talk } from '@test/crash/traffic.ts';
import { RemoteClient } from '@/core/db/remote/remote-client.ts';
import { namespaceOf } from '@/core/db/tenants/remote-tenants.ts';
import { openFirm } from '../support/firm.ts';
import { FirmClient } from './firm-client.ts';
import type { Stand } from './stand.ts';

export type BenchFirm = {
  companyId: number;
  owner: Phone;
  connectionId: number;
  contactId: number;
  chat: Chat;
  client: FirmClient;
  campaign: { id: number; phones: Phone[] } | undefined;
  /** Texts of schedules that were accepted, and those whose request failed: stored or not, but never twice. */
  schedules: { taken: string[]; unsure: Set<string> };
};

const PACE: Pace = {
  customerPauseMs: Number(process.env.PAUSE_MS ?? 3_000),
  agentPauseMs: Number(process.env.PAUSE_MS ?? 3_000),
  pictureEvery: 25,
  changeEvery: 0,
  unreadable: 0,
};
const SCHEDULE_PAUSE_MS = 15_000;
const ITEMS_AT_ONCE = 100;
const CAMPAIGN_PAUSE_S = 5;

export async function openFirms(stand: Stand): Promise<BenchFirm[]> {
  const firms: BenchFirm[] = [];
  for (const visitor of stand.visitors) {
    const client = new FirmClient(visitor, stand.nodes);
    const url = stand.nodes[firms.length % stand.nodes.length]?.app.url ?? '';
    const { owner, customer, connectionId, ticketId } = await openFirm(stand.network, url, visitor);
    customer.policy = { delivered: 'auto', read: 'auto', delayMs: 0 };
    const { contactId } = await client.call<{ contactId: number }>('GET', `/tickets/${ticketId}`);
    firms.push({
      ...{ companyId: visitor.companyId, owner, connectionId, contactId, client, campaign: undefined },
      chat: {
        ...{ customer, group: null, ticketId, sent: ['oi'], taken: [], answers: [] },
        ...{ unsure: new Set(), repeated: 0, changes: noChanges() },
      },
      schedules: { taken: [], unsure: new Set() },
    });
  }
  return firms;
}

export async function startCampaign(
  { server, network }: Stand,
  firm: BenchFirm,
  size: number,
): Promise<void> {
  const { client, companyId, connectionId } = firm;
  const first = 5_511_600_000_000 + companyId * 100_000;
  const phones = Array.from({ length: size }, (_, n) =>
    network.phone({ number: String(first + n), name: `Pessoa ${n}` }),
  );
  const raw = new RemoteClient({ server, name: namespaceOf(companyId) }, () => undefined);
  const list = await raw.execute("INSERT INTO contact_lists (name) VALUES ('Todos')");
  const listId = Number(list.lastInsertRowid);
  for (let start = 0; start < phones.length; start += ITEMS_AT_ONCE)
    await raw.batch(
      phones.slice(start, start + ITEMS_AT_ONCE).map(({ name, number }) => ({
        sql: 'INSERT INTO contact_list_items (list_id, name, number, is_on_whatsapp) VALUES (?, ?, ?, 1)',
        args: [listId, name, number],
      })),
      'write',
    );
  await raw.execute(
    `INSERT OR REPLACE INTO sending_limits (connection_id, daily_cap, warms_up) VALUES (${connectionId}, 5000, 0)`,
  );
  const pace = { messageInterval: CAMPAIGN_PAUSE_S, longerIntervalAfter: 0, greaterInterval: 0 };
  await client.call('POST', '/campaign-settings', { settings: pace });
  const body = { name: 'Natal', message1: 'Oi, {nome}!', contactListId: listId, whatsappId: connectionId };
  const { id } = await client.call<{ id: number }>('POST', '/campaigns', body);
  await raw.execute(`UPDATE campaigns SET status = 'CANCELADA' WHERE id = ${id}`);
  raw.close();
  await client.call('POST', `/campaigns/${id}/restart`);
  firm.campaign = { id, phones };
}

export function startTraffic(firms: BenchFirm[]): { stop(): Promise<void> } {
  const traffic: Traffic = { chats: firms.map(({ chat }) => chat), pace: PACE, isOver: false };
  const people = firms.flatMap((firm) => [
    talk(traffic, firm.chat, firm.owner),
    answer(traffic, firm.chat, firm.client),
    plan(traffic, firm),
  ]);
  const all = Promise.all(people);
  all.catch((error) => process.stderr.write(`the traffic broke off: ${error}\n`));
  return {
    async stop() {
      traffic.isOver = true;
      await all;
      for (const { client, campaign } of firms)
        if (campaign)
          await until('the campaign is stopped', () =>
            client.call('POST', `/campaigns/${campaign.id}/cancel`).then(
              () => true,
              () => false,
            ),
          );
    },
  };
}

async function plan(traffic: Traffic, { client, contactId, connectionId, schedules, companyId }: BenchFirm) {
  for (let n = 1; !traffic.isOver; n += 1) {
    const body = `agendada ${n} da empresa ${companyId}`;
    const sendAt = new Date(Date.now() + 3_000 + Math.random() * 20_000).toISOString();
    try {
      await client.call('POST', '/schedules', { body, contactId, sendAt, whatsappId: connectionId });
      schedules.taken.push(body);
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      schedules.unsure.add(body);
    }
    await Bun.sleep(Math.random() * SCHEDULE_PAUSE_MS);
  }
}
