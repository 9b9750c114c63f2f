/**
 * `bun bench/soak.ts [minutes] [messages a second]`: one company that receives, answers, sends a campaign and
 * scheduled messages and calls a webhook, all at once. Phones, receiver and load are in other processes than the app,
 * but on the same machine.
 */
import { startCampaign } from '@test/crash/campaign.ts';
import { openFixture, until } from '@test/crash/fixture.ts';
import { judge } from '@test/crash/verdict.ts';
import { startReceiver } from '@test/support/receiver.ts';
import { residentMegabytes } from '@/core/process/child-process.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { type Line, limit, main, percentile } from './support/report.ts';

const CUSTOMERS = 100;
const ANSWER_EVERY = 10;
const CAMPAIGN_INTERVAL_S = 5;
const SCHEDULE_EVERY_S = 10;
const SAMPLE_EVERY_S = 15;
const SETTLED_MS = 180_000;

export async function runSoak(
  minutes = Number(process.argv[2] ?? 60),
  rate = Number(process.argv[3] ?? 20),
): Promise<Line[]> {
  installConsoleFilter();
  const receiver = await startReceiver();
  const fixture = await openFixture({
    customers: CUSTOMERS,
    env: { ALLOWED_INTERNAL_HOSTS: `127.0.0.1:${receiver.port}` },
  });
  const { api, chats, network, owner, running } = fixture;
  await api.call('POST', '/webhooks', {
    name: 'ERP',
    url: `${receiver.url}/hook`,
    events: ['message.received'],
  });
  const seconds = minutes * 60;
  const friends = Array.from({ length: Math.ceil(seconds / CAMPAIGN_INTERVAL_S) }, (_, n) =>
    network.phone({ number: `55119${70_000_000 + n}`, name: `Friend ${n}` }),
  );
  const campaign = await startCampaign(fixture, 'Natal', friends, CAMPAIGN_INTERVAL_S);
  const planned = chats.map((): string[] => []);
  const notified = new Set<string>();
  const megabytes: number[] = [];
  const waits: number[] = [];
  const collect = async () => {
    for (const { headers } of await receiver.take()) notified.add(headers['webhook-id'] ?? '');
  };

  const startedAt = performance.now();
  const every = (everySeconds: number, second: number) => second % everySeconds === 0;
  const contactIds = await contactsOf(api, chats);
  let sent = 0;
  let answered = 0;
  for (let second = 0; second < seconds; second += 1) {
    const side: Promise<unknown>[] = [];
    if (every(SCHEDULE_EVERY_S, second)) {
      const n = (second / SCHEDULE_EVERY_S) % chats.length;
      const body = `scheduled ${second}`;
      planned[n]?.push(body);
      const sendAt = new Date(Date.now() + 60_000).toISOString();
      side.push(api.call('POST', '/schedules', { body, sendAt, contactId: contactIds[n] }));
    }
    if (every(SAMPLE_EVERY_S, second)) {
      megabytes.push(residentMegabytes(running.pid));
      side.push(collect());
    }
    for (let n = 0; n < rate; n += 1) {
      const chat = chats[sent % chats.length];
      if (!chat) break;
      const text = `${chat.customer.name} says ${chat.sent.length + 1}`;
      chat.sent.push(text);
      await chat.customer.send(owner, { text });
      sent += 1;
      if (sent % ANSWER_EVERY === 0) {
        const body = `answer ${sent}`;
        const asked = performance.now();
        side.push(
          api.call('POST', `/messages/${chat.ticketId}`, { body }).then(() => {
            chat.taken.push(body);
            answered += 1;
            waits.push(performance.now() - asked);
          }),
        );
      }
    }
    await Promise.all(side);
    const left = startedAt + (second + 1) * 1000 - performance.now();
    if (left > 0) await Bun.sleep(left);
  }
  const took = (performance.now() - startedAt) / 1000;

  await until('all scheduled messages', () => scheduled(fixture.chats, planned).missing === 0, SETTLED_MS);
  await until(
    'the campaign',
    async () => {
      const { status } = await api.call<{ status: string }>('GET', `/campaigns/${campaign.id}`);
      return status === 'FINALIZADA';
    },
    SETTLED_MS + friends.length * CAMPAIGN_INTERVAL_S * 1000,
  );
  const expected = sent + CUSTOMERS;
  await until(
    'all notifications',
    async () => {
      await collect();
      return notified.size >= sent;
    },
    SETTLED_MS,
  );
  await until('all to be stored', () => fixture.backlog() === 0, SETTLED_MS);
  const verdict = judge(fixture.dataDir, chats);
  const quarter = Math.floor(megabytes.length / 4);
  const early = percentile(megabytes.slice(quarter, 2 * quarter + 1), 0.5);
  const late = percentile(megabytes.slice(-quarter - 1), 0.5);
  const reached = friends.map(({ received }) => received.length);
  await fixture.end();
  await receiver.die();
  const what = `${minutes} min at ${rate} messages/s`;
  const { stored, delivered } = verdict;
  return [
    {
      ...limit(`received a second, ${what}`, sent / took, 'per s', 0),
      budget: `≥ ${0.98 * rate}`,
      isMet: sent / took >= 0.98 * rate,
    },
    limit(
      `lost, doubled or disordered of ${expected} received`,
      stored.lost.length + stored.doubled.length + stored.disordered.length,
      '',
      0,
    ),
    limit(`lost or doubled of ${answered} answers`, delivered.lost.length + delivered.doubled.length, '', 0),
    limit(
      `scheduled messages not sent exactly once, of ${planned.flat().length}`,
      scheduled(chats, planned).wrong,
      '',
      0,
    ),
    limit(
      `people of the campaign not reached exactly once, of ${friends.length}`,
      reached.filter((n) => n !== 1).length,
      '',
      0,
    ),
    limit(`messages the webhook was not told, of ${sent}`, Math.max(0, sent - notified.size), '', 0),
    limit(`p95 of ${answered} answers`, percentile(waits, 0.95), 'ms', 250),
    limit('memory in the last quarter', late, 'MB', 400),
    limit('memory, last quarter ÷ second quarter', late / early, '×', 1.1),
  ];
}

type Chats = Awaited<ReturnType<typeof openFixture>>['chats'];

async function contactsOf(
  api: Awaited<ReturnType<typeof openFixture>>['api'],
  chats: Chats,
): Promise<number[]> {
  const ids: number[] = [];
  for (const { ticketId } of chats)
    ids.push((await api.call<{ contactId: number }>('GET', `/tickets/${ticketId}`)).contactId);
  return ids;
}

function scheduled(chats: Chats, planned: string[][]): { missing: number; wrong: number } {
  const counts = chats.flatMap(({ customer }, n) => {
    const texts = customer.received.map(({ text }) => text);
    return (planned[n] ?? []).map((body) => texts.filter((text) => text.endsWith(body)).length);
  });
  return {
    missing: counts.filter((count) => count === 0).length,
    wrong: counts.filter((count) => count !== 1).length,
  };
}

if (import.meta.main) await main(runSoak);
