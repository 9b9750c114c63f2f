import { tickets } from '@db/tenant/schema/index.ts';
import { createCampaignFixture } from '@/modules/campaigns/engine/campaign-fixture.test-support.ts';
import { type Line, limit, main, percentile } from './support/report.ts';

const CONTACTS = Number(process.env.N ?? 10_000);
const ROUNDS = 4;
const ANSWERS = 20;
/** The time WhatsApp takes for a message, and half the pause between two answers of an agent. */
const SEND_MS = 40;
const PAUSE_MS = 100;

/**
 * One process; the campaign sends without gaps of its own. Idle and busy rounds alternate, so that other load affects
 * both.
 */
export async function runCampaign(): Promise<Line[]> {
  const stand = await createCampaignFixture();
  const { testApp, system } = stand;
  await stand.limit({});
  await stand.set({ messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 });
  await stand.receiveText(CONTACTS + 1, 'bom dia');
  const [ticket] = await system.db.select().from(tickets);
  const ticketId = ticket?.id ?? 0;
  const ana = await testApp.as('ana');
  await ana.json('PUT', `/tickets/${ticketId}`, { status: 'open', userId: testApp.people.userId.ana });
  const id = await stand.add(await stand.list(CONTACTS), { status: 'CANCELADA' });
  stand.onSend(async (send) => {
    await Bun.sleep(SEND_MS);
    return send();
  });

  const heart = beat();
  const begun = performance.now();
  await ana.json('POST', `/campaigns/${id}/restart`);
  while ((await stand.campaign(id)).preparedAt === null) await Bun.sleep(5);
  const prepared = performance.now() - begun;
  const longest = heart.stop();

  const answer = async (): Promise<number> => {
    const at = performance.now();
    const { status } = await ana.json('POST', `/messages/${ticketId}`, { body: 'pois não' });
    if (status !== 200) throw new Error(`an answer was refused: ${status}`);
    const took = performance.now() - at;
    // Agents go first: the campaign sends after their message has left. The test sets the server's clock.
    await Bun.sleep(PAUSE_MS);
    testApp.clock.advance(1_000);
    testApp.kernel.outbox.wake(system.companyId, 'campaign:');
    await Bun.sleep(PAUSE_MS);
    return took;
  };
  const answers = async (into: number[]) => {
    for (let n = 0; n < ANSWERS; n += 1) into.push(await answer());
  };
  await answers([]);
  const times = { idle: [] as number[], busy: [] as number[] };
  let sent = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await ana.json('POST', `/campaigns/${id}/cancel`);
    await testApp.settle();
    await answers(times.idle);
    await ana.json('POST', `/campaigns/${id}/restart`);
    const before = testApp.whatsapp.sent.length;
    await answers(times.busy);
    sent += testApp.whatsapp.sent.length - before - ANSWERS;
  }
  await ana.json('POST', `/campaigns/${id}/cancel`);
  await testApp.stop();
  if (sent < ROUNDS) throw new Error(`the campaign said only ${sent} while agents answered`);
  const [idle, busy] = [times.idle, times.busy].map((all) => percentile(all, 0.5)) as [number, number];
  const shown = `${busy.toFixed(1)} ÷ ${idle.toFixed(1)} ms, ${sent} said meanwhile`;
  return [
    limit(`${CONTACTS} contacts prepared`, prepared / 1_000, 's', 5),
    limit('longest turn meanwhile', longest, 'ms', 100),
    limit(
      `an agent's answer while a campaign runs ÷ while none does (median, ${shown})`,
      busy / idle,
      '×',
      1.2,
    ),
  ];
}

/** The longest time without a turn of the event loop, in ms. */
function beat(): { stop(): number } {
  let longest = 0;
  let last = performance.now();
  const heart = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 1);
    last = now;
  }, 1);
  return {
    stop() {
      clearInterval(heart);
      return longest;
    },
  };
}

if (import.meta.main) await main(runCampaign);
