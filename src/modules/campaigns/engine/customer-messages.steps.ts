import { campaignShippings, campaigns, messages } from '@db/tenant/schema/index.ts';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { searchable } from '@/core/db/search.ts';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';
import type { TicketAtHand } from '@/modules/tickets/open/find-or-create-ticket.service.ts';
import { settleClosed } from '@/modules/tickets/work/last-message.service.ts';
import { campaignSettings } from '../settings/campaign-settings.queries.ts';
import { type Answer, answerOf, MAX_ANSWER } from './answer.logic.ts';
import { answerPause } from './campaign-pace.state.ts';
import { wakeCampaign } from './campaign-queue.service.ts';
import { comeBack, isOut, optOut } from './opt-out-by-message.service.ts';
import { countReply } from './sending-counters.service.ts';

/** Answers to a campaign come soon; later messages have another reason. */
export const REPLIED_WITHIN_MS = 72 * 3_600_000;
const RESUBSCRIBE_TERMS = ['voltar'];
/** A yes or no to our question, or an opt-out, does not reopen a closed conversation. */
export async function stayClosed(
  tx: Scope,
  { ticket, text: received, answer }: StepMap['ticket.reopening'],
): Promise<void> {
  const text = received.trim();
  if (text === '' || text.length > MAX_ANSWER || text.includes('?')) return;
  const sent = await sentTo(tx.db, { contactId: ticket.contactId });
  if (sent.length === 0) return;
  const meaning =
    (await meaningOf(tx, ticket.contactId, text)) ??
    (await answerTo(tx, sent.filter(isAskedOn(ticket)), text));
  if (meaning !== null) answer.staysClosed = true;
}

export async function onCustomerMessage(
  tx: Scope,
  { ticket, messageId, kind, fromMe, text }: StepMap['message.arrived'],
): Promise<void> {
  if (fromMe || kind !== 'message' || !(await hasShippings(tx))) return;
  const sent = await sentTo(tx.db, { contactId: ticket.contactId });
  if (sent.length === 0) return;
  await noteReply(tx, sent);
  const connectionId = ticket.connectionId ?? sent[0]?.connectionId ?? null;
  const meaning = await meaningOf(tx, ticket.contactId, text);
  if (meaning === 'out')
    await optOut(tx, { contactId: ticket.contactId, connectionId, messageId, keyword: text.trim() });
  else if (meaning === 'back') await comeBack(tx, { contactId: ticket.contactId, connectionId, messageId });
  const asked = sent.filter(isAskedOn(ticket));
  const answer = meaning === null ? await answerTo(tx, asked, text) : null;
  if (answer !== null) await settleAnswer(tx, asked, answer);
  if (ticket.status === 'closed' && (meaning ?? answer) !== null) {
    await settleClosed(tx, ticket.id);
    tx.emit('ticket.updated', { ticketId: ticket.id });
  }
}

/** Most companies run no campaigns, and every message asks. */
async function hasShippings(tx: Scope): Promise<boolean> {
  return (await tx.remember([campaignShippings], 'any shipping', () => anyShipping(tx.db))).length > 0;
}

const anyShipping = tenantStatement((db) =>
  db.select({ id: campaignShippings.id }).from(campaignShippings).limit(1),
);

type Sent = Awaited<ReturnType<typeof sentTo>>[number];

/** Also before WhatsApp's receipt for the question is stored: people can be faster. */
const isAskedOn =
  ({ connectionId }: Pick<TicketAtHand, 'connectionId'>) =>
  ({ state, status, questionId, ...asked }: Sent) =>
    (state === 'asked' || (state === 'asking' && questionId !== null)) &&
    status === 'EM_ANDAMENTO' &&
    (asked.askedOver === null || asked.askedOver === connectionId);

/** Neither yes nor no: the question stays open, and agents handle the message. */
async function answerTo(tx: Scope, asked: Sent[], text: string): Promise<Answer> {
  if (asked.length === 0) return null;
  const { answers, optOut: out } = await campaignSettings(tx);
  return answerOf(text, answers, out.keywords);
}

/** When its latest message arrived; while sending, when it was stored. */
const reachedAt = ({ state, deliveredAt, askedAt, updatedAt }: Sent): Date | null =>
  deliveredAt ?? askedAt ?? (state === 'asking' || state === 'sending' ? updatedAt : null);

const sentTo = tenantStatement((db) =>
  db
    .select({
      id: campaignShippings.id,
      campaignId: campaignShippings.campaignId,
      state: campaignShippings.state,
      repliedAt: campaignShippings.repliedAt,
      deliveredAt: campaignShippings.deliveredAt,
      askedAt: campaignShippings.confirmationRequestedAt,
      questionId: campaignShippings.questionId,
      updatedAt: campaignShippings.updatedAt,
      status: campaigns.status,
      connectionId: campaigns.connectionId,
      /** Null when that connection was deleted: the number may be paired anew under another id. */
      askedOver: sql<
        number | null
      >`case when ${messages.id} is null then ${campaigns.connectionId} else ${messages.connectionId} end`,
    })
    .from(campaignShippings)
    .innerJoin(campaigns, eq(campaigns.id, campaignShippings.campaignId))
    .leftJoin(messages, eq(messages.id, campaignShippings.questionId))
    .where(eq(campaignShippings.contactId, sql.placeholder('contactId')))
    .orderBy(desc(campaignShippings.campaignId), desc(campaignShippings.id))
    .limit(50),
);

/** The newest campaign that reached them gets the credit. */
async function noteReply(tx: Scope, sent: Sent[]): Promise<void> {
  const newest = sent.find((one) => reachedAt(one) !== null);
  const at = newest && reachedAt(newest);
  if (!newest || !at || newest.repliedAt) return;
  if (tx.now().getTime() - at.getTime() > REPLIED_WITHIN_MS) return;
  await tx.db
    .update(campaignShippings)
    .set({ repliedAt: tx.now() })
    .where(eq(campaignShippings.id, newest.id));
  if (newest.connectionId !== null) await countReply(tx, newest.connectionId);
  tx.emit('campaign.moved', { campaignId: newest.campaignId, byCustomer: true });
}

/** The keyword must be the whole message, ignoring case, accents and surrounding characters. */
async function meaningOf(tx: Scope, contactId: number, text: string): Promise<'out' | 'back' | null> {
  const normalized = normalizedOf(text);
  if (normalized === '' || normalized.length > MAX_ANSWER) return null;
  const { keywords } = (await campaignSettings(tx)).optOut;
  if (keywords.some((keyword) => normalizedOf(keyword) === normalized)) return 'out';
  return RESUBSCRIBE_TERMS.includes(normalized) && (await isOut(tx, contactId)) ? 'back' : null;
}

const normalizedOf = (text: string): string =>
  text.length > 200
    ? ''
    : searchable(text)
        .replace(/[^\p{L}\p{N} ]/gu, '')
        .trim();

async function settleAnswer(tx: Scope, asked: Sent[], answer: 'yes' | 'no'): Promise<void> {
  const now = tx.now();
  const confirmed = { state: 'confirmed', confirmedAt: now } as const;
  await tx.db
    .update(campaignShippings)
    .set({
      ...(answer === 'yes' ? confirmed : { state: 'declined' as const }),
      confirmationRequestedAt: sql`coalesce(${campaignShippings.confirmationRequestedAt}, ${now.getTime()})`,
      updatedAt: now,
    })
    .where(
      and(
        inArray(
          campaignShippings.id,
          asked.map(({ id }) => id),
        ),
        inArray(campaignShippings.state, ['asking', 'asked']),
      ),
    );
  const pace = tx.kernel.services.campaignPace;
  for (const { campaignId, connectionId } of asked) {
    if (answer === 'yes') {
      const ms = answerPause(pace.chance());
      tx.afterCommit(() => pace.bringForward(tx, campaignId, ms));
    }
    wakeCampaign(tx, { id: campaignId, connectionId });
    tx.emit('campaign.moved', { campaignId, byCustomer: true });
  }
}
