import { campaignShippings, campaigns } from '@db/tenant/schema/index.ts';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { searchable } from '@/kernel/db/search.ts';
import { tenantStatement } from '@/kernel/db/statement.ts';
import type { Scope } from '@/kernel/scope.ts';
import type { StepMap } from '@/kernel/steps.ts';
import { settleClosed } from '@/modules/tickets/work/last-message.ts';
import { campaignSettings } from '../settings/campaign-settings.queries.ts';
import { wakeCampaign } from './campaign-work.ts';
import { countReply } from './limits.ts';
import { comeBack, isOut, optOut } from './opt-out.ts';
import { answerPause } from './pace.ts';

/** An answer to a campaign comes soon; later a customer writes for another reason. */
export const REPLIED_WITHIN_MS = 72 * 3_600_000;
/** Undoes an opt-out. */
export const BACK_WORDS = ['voltar'];
/** A longer text, or a question, is for a person: it confirms, and opens the conversation too. */
const MOST_LETTERS = 60;

/** The answer to our question, and the word that ends campaigns, leave a closed conversation closed. */
export async function keepClosed(
  tx: Scope,
  { ticket, said, answer }: StepMap['ticket.reopening'],
): Promise<void> {
  const text = said.trim();
  if (text === '' || text.length > MOST_LETTERS || text.includes('?')) return;
  const sent = await sentTo(tx.db, { contactId: ticket.contactId });
  if (sent.length === 0) return;
  const isAnswer = sent.some(isAsked) || (await meaningOf(tx, ticket.contactId, text)) !== null;
  if (isAnswer) answer.staysClosed = true;
}

/** In the transaction that stores the message. */
export async function hearCustomer(
  tx: Scope,
  { ticket, messageId, kind, fromMe, text }: StepMap['message.arrived'],
): Promise<void> {
  if (fromMe || kind !== 'message') return;
  const sent = await sentTo(tx.db, { contactId: ticket.contactId });
  if (sent.length === 0) return;
  await noteReply(tx, sent);
  const connectionId = ticket.connectionId ?? sent[0]?.connectionId ?? null;
  const meaning = await meaningOf(tx, ticket.contactId, text);
  if (meaning === 'out')
    await optOut(tx, { contactId: ticket.contactId, connectionId, messageId, keyword: text.trim() });
  else if (meaning === 'back') await comeBack(tx, { contactId: ticket.contactId, connectionId, messageId });
  else await confirm(tx, sent.filter(isAsked));
  const wasAnswer = meaning !== null || sent.some(isAsked);
  if (ticket.status === 'closed' && wasAnswer) {
    await settleClosed(tx, ticket.id);
    tx.emit('ticket.updated', { ticketId: ticket.id });
  }
}

type Sent = Awaited<ReturnType<typeof sentTo>>[number];

const isAsked = ({ state, status }: Sent) => state === 'asked' && status === 'EM_ANDAMENTO';

/** What campaigns have said to this contact, the newest first. */
const sentTo = tenantStatement((db) =>
  db
    .select({
      id: campaignShippings.id,
      campaignId: campaignShippings.campaignId,
      state: campaignShippings.state,
      repliedAt: campaignShippings.repliedAt,
      deliveredAt: campaignShippings.deliveredAt,
      askedAt: campaignShippings.confirmationRequestedAt,
      status: campaigns.status,
      connectionId: campaigns.connectionId,
    })
    .from(campaignShippings)
    .innerJoin(campaigns, eq(campaigns.id, campaignShippings.campaignId))
    .where(eq(campaignShippings.contactId, sql.placeholder('contactId')))
    .orderBy(desc(campaignShippings.campaignId), desc(campaignShippings.id))
    .limit(50),
);

/** The newest campaign that reached them gets the credit. */
async function noteReply(tx: Scope, sent: Sent[]): Promise<void> {
  const newest = sent.find(({ deliveredAt, askedAt }) => deliveredAt ?? askedAt);
  const at = newest?.deliveredAt ?? newest?.askedAt;
  if (!newest || !at || newest.repliedAt) return;
  if (tx.now().getTime() - at.getTime() > REPLIED_WITHIN_MS) return;
  await tx.db
    .update(campaignShippings)
    .set({ repliedAt: tx.now() })
    .where(eq(campaignShippings.id, newest.id));
  if (newest.connectionId !== null) await countReply(tx, newest.connectionId);
  tx.emit('campaign.moved', { campaignId: newest.campaignId, byCustomer: true });
}

/** The whole message is the word; case, accents and what stands around it do not count. */
async function meaningOf(tx: Scope, contactId: number, text: string): Promise<'out' | 'back' | null> {
  const said = wordOf(text);
  if (said === '' || said.length > MOST_LETTERS) return null;
  const { keywords } = (await campaignSettings(tx)).optOut;
  if (keywords.some((keyword) => wordOf(keyword) === said)) return 'out';
  return BACK_WORDS.includes(said) && (await isOut(tx, contactId)) ? 'back' : null;
}

const wordOf = (text: string): string =>
  text.length > 200
    ? ''
    : searchable(text)
        .replace(/[^\p{L}\p{N} ]/gu, '')
        .trim();

async function confirm(tx: Scope, asked: Sent[]): Promise<void> {
  if (asked.length === 0) return;
  await tx.db
    .update(campaignShippings)
    .set({ state: 'confirmed', confirmedAt: tx.now(), updatedAt: tx.now() })
    .where(
      and(
        inArray(
          campaignShippings.id,
          asked.map(({ id }) => id),
        ),
        eq(campaignShippings.state, 'asked'),
      ),
    );
  const pace = tx.kernel.services.campaignPace;
  for (const { campaignId, connectionId } of asked) {
    const ms = answerPause(pace.chance());
    tx.afterCommit(() => pace.hasten(tx, campaignId, ms));
    wakeCampaign(tx, { id: campaignId, connectionId });
    tx.emit('campaign.moved', { campaignId, byCustomer: true });
  }
}
