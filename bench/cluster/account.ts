import { isChange } from '@test/crash/changes.ts';
import { type Account, compare, emptyAccount } from '@test/crash/verdict.ts';
import { until } from '@test/support/until.ts';
import type { BenchFirm } from './people.ts';
import type { Stand } from './stand.ts';

export type ClusterVerdict = {
  inbound: Account;
  outbound: Account;
  campaign: Account;
  schedules: Account;
  webhooks: Account;
  /** Their requests failed: stored or not, but never twice. */
  unsureDoubled: string[];
  failed: string[];
  mediaMissing: string[];
  refusals: string[];
  campaigns: string[];
};

const DRAIN_MS = 600_000;
const STANDSTILL_MS = 90_000;

/** Until nothing moves any more. */
export async function rest({ rows }: Stand, firms: BenchFirm[]): Promise<void> {
  let last = '';
  let movedAt = Date.now();
  const isQuiet = async () => {
    const states = await Promise.all(
      firms.map(async ({ companyId, owner, chat }) => {
        const [state] = await rows<{ outbox: number; journal: number; stored: number; hooks: number }>(
          companyId,
          `SELECT (SELECT count(*) FROM outbox WHERE parked_at IS NULL) AS outbox,
            (SELECT count(*) FROM session_journal) AS journal,
            (SELECT count(*) FROM webhook_deliveries WHERE state = 'waiting') AS hooks,
            (SELECT count(*) FROM messages WHERE from_me = 0 AND ticket_id = ?) AS stored`,
          [chat.ticketId],
        );
        const backlog = [...owner.devices.values()].reduce((sum, device) => sum + device.backlog, 0);
        const [planned] = await rows<{ n: number }>(
          companyId,
          "SELECT count(*) AS n FROM schedules WHERE status IN ('PENDENTE', 'AGENDADA')",
        );
        return { ...state, backlog, missing: chat.sent.length - (state?.stored ?? 0), planned: planned?.n };
      }),
    );
    const now = JSON.stringify(states);
    if (now !== last) movedAt = Date.now();
    last = now;
    const isIdle = states.every((state) => Object.values(state).every((count) => count === 0));
    return isIdle || Date.now() - movedAt > STANDSTILL_MS;
  };
  await until('rest', isQuiet, { timeoutMs: DRAIN_MS, stepMs: 500 }).catch(() => undefined);
}

type Row = {
  id: number;
  body: string;
  from_me: number;
  error: string | null;
  media_state: string;
  ticket_id: number;
};

export async function judge(stand: Stand, firms: BenchFirm[]): Promise<ClusterVerdict> {
  const verdict: ClusterVerdict = {
    ...{ inbound: emptyAccount(), outbound: emptyAccount(), campaign: emptyAccount() },
    ...{ schedules: emptyAccount(), webhooks: emptyAccount() },
    ...{ unsureDoubled: [], failed: [], mediaMissing: [], refusals: [], campaigns: [] },
  };
  const got = await stand.receiver.got();
  for (const firm of firms) {
    await judgeTexts(verdict, firm, stand);
    await judgeCampaign(verdict, firm, stand);
    const path = `/company-${firm.companyId}`;
    const reported = new Map(
      got.filter((one) => one.path === path).map((one) => [one.headers['webhook-id'] ?? '', one.json.data]),
    );
    const ofChat = [...reported.values()].filter((data) => data.ticketId === firm.chat.ticketId);
    compare(
      verdict.webhooks,
      firm.chat.sent,
      ofChat.map(({ text }) => String(text)),
    );
    verdict.refusals.push(...firm.client.refusals);
  }
  return verdict;
}

async function judgeTexts(
  verdict: ClusterVerdict,
  { companyId, chat, schedules }: BenchFirm,
  { rows }: Stand,
): Promise<void> {
  const stored = await rows<Row>(
    companyId,
    'SELECT id, body, from_me, error, media_state, ticket_id FROM messages ORDER BY id',
  );
  const theirs = stored.filter((row) => row.ticket_id === chat.ticketId && row.from_me === 0);
  compare(
    verdict.inbound,
    chat.sent,
    theirs.map(({ body }) => body),
  );
  const named = (text: string) => `company ${companyId}: ${text}`;
  for (const row of stored) {
    if (row.from_me === 1 && row.error !== null) verdict.failed.push(named(`${row.body} (${row.error})`));
    if (!['none', 'ready'].includes(row.media_state)) verdict.mediaMissing.push(named(row.body));
  }
  const received = chat.customer.received.filter((message) => !message.fromMe && !isChange(message));
  const seen = received.map(({ text }) => text);
  compare(
    verdict.outbound,
    chat.taken,
    seen.filter((text) => text.startsWith('answer') && !chat.unsure.has(text)),
  );
  const unordered = new Set(schedules.taken);
  compare(
    verdict.schedules,
    schedules.taken,
    seen.filter((text) => text.startsWith('agendada') && !schedules.unsure.has(text)),
    unordered,
  );
  for (const text of [...chat.unsure, ...schedules.unsure])
    if (seen.filter((other) => other === text).length > 1) verdict.unsureDoubled.push(named(text));
}

async function judgeCampaign(verdict: ClusterVerdict, firm: BenchFirm, { rows }: Stand): Promise<void> {
  const { campaign, companyId } = firm;
  if (!campaign) return;
  const shippings = await rows<{ number: string; state: string; message_id: number | null }>(
    companyId,
    'SELECT number, state, message_id FROM campaign_shippings WHERE campaign_id = ? ORDER BY id',
    [campaign.id],
  );
  const [row] = await rows<{ status: string; stopped_for: string | null }>(
    companyId,
    'SELECT status, stopped_for FROM campaigns WHERE id = ?',
    [campaign.id],
  );
  const done = shippings.filter(({ state }) => state === 'delivered').length;
  verdict.campaigns.push(`company ${companyId}: ${row?.status} ${row?.stopped_for ?? ''}, ${done} delivered`);
  const begun = new Set(
    shippings.filter(({ message_id }) => message_id !== null).map(({ number }) => number),
  );
  const reached = campaign.phones.flatMap(({ number, received }) => received.map(() => number));
  compare(verdict.campaign, [...begun], reached);
  for (const number of reached)
    if (!begun.has(number)) verdict.campaign.doubled.push(`${number} was reached without a shipping`);
  for (const { state, number } of shippings)
    if (state === 'failed') verdict.failed.push(`company ${companyId}: campaign to ${number}`);
}

export function describe(verdict: ClusterVerdict): string {
  const lines = Object.entries(verdict).flatMap(([name, value]) => {
    if (Array.isArray(value))
      return value.length > 0 ? [`${name} (${value.length}): ${value.slice(0, 6).join(' | ')}`] : [];
    const { expected, found, lost, doubled, disordered } = value;
    const some = [lost, doubled, disordered].map((list) => list.slice(0, 4).join(' | ')).join(' // ');
    return `${name}: ${found} of ${expected}; ${lost.length} lost, ${doubled.length} doubled, ${disordered.length} out of order ${some}`;
  });
  return lines.join('\n');
}
