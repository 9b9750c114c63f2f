import { campaignShippings, contacts, optOuts } from '@db/tenant/schema/index.ts';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { cutAt } from '@/core/text.ts';
import { spellingsOf } from '@/modules/contacts/numbers/contact-number.logic.ts';
import { fillVariables } from '@/modules/messages/write/fill-variables.queries.ts';
import { sendUnprompted } from '@/modules/messages/write/send-unprompted-message.service.ts';
import { findOrCreateSilentTicket } from '@/modules/tickets/open/find-or-create-silent-ticket.service.ts';
import { isOptedOut } from '../opt-outs/opt-outs.queries.ts';
import { optOut as store } from '../opt-outs/opt-outs.service.ts';
import { campaignSettings } from '../settings/campaign-settings.queries.ts';

type Request = { contactId: number; connectionId: number | null; messageId: number };

/** Skips the contact in every campaign that waits for their answer or has not reached them yet. */
export async function optOut(
  tx: Scope,
  { keyword, ...request }: Request & { keyword: string },
): Promise<void> {
  const number = await numberOf(tx, request.contactId);
  if (number === '') return;
  const isNew =
    !(await isOut(tx, request.contactId)) &&
    (await store(tx, { number, contactId: request.contactId, keyword: cutAt(keyword, 60) }));
  const left = await tx.db
    .update(campaignShippings)
    .set({
      ...{ state: 'skipped', reason: 'opted_out', updatedAt: tx.now() },
      confirmationRequestedAt: sql`case when ${campaignShippings.state} = 'asking' then ${tx.now().getTime()}
        else ${campaignShippings.confirmationRequestedAt} end`,
    })
    .where(
      and(
        eq(campaignShippings.contactId, request.contactId),
        inArray(campaignShippings.state, ['waiting', 'asking', 'asked', 'confirmed']),
      ),
    )
    .returning({ campaignId: campaignShippings.campaignId });
  for (const { campaignId } of left) tx.emit('campaign.moved', { campaignId, byCustomer: true });
  if (isNew) await answer(tx, request, (await campaignSettings(tx)).optOut.reply);
}

export async function comeBack(tx: Scope, request: Request): Promise<void> {
  const number = await numberOf(tx, request.contactId);
  const gone = await tx.db
    .delete(optOuts)
    .where(or(inArray(optOuts.number, spellingsOf(number)), eq(optOuts.contactId, request.contactId)))
    .returning({ number: optOuts.number });
  if (gone.length === 0) return;
  tx.emit('opt-out.changed', { number });
  const [keyword] = (await campaignSettings(tx)).optOut.keywords;
  const wayOut = keyword ? ` ${tx.t('campaigns:backReplyOut', { keyword })}` : '';
  await answer(tx, request, `${tx.t('campaigns:backReply')}${wayOut}`);
}

export async function isOut(tx: Scope, contactId: number): Promise<boolean> {
  return isOptedOut(tx, { id: contactId, number: await numberOf(tx, contactId) });
}

async function numberOf(tx: Scope, contactId: number): Promise<string> {
  const contact = await tx.db.query.contacts.findFirst({
    columns: { number: true },
    where: eq(contacts.id, contactId),
  });
  return contact?.number ?? '';
}

async function answer(
  tx: Scope,
  { contactId, connectionId, messageId }: Request,
  body: string,
): Promise<void> {
  if (connectionId === null || body.trim() === '') return;
  const ticket = await findOrCreateSilentTicket(tx, { contactId, connectionId });
  await sendUnprompted(tx, {
    ...{ contactId, connectionId, body: await fillVariables(tx, ticket, body) },
    mediaType: 'conversation',
    media: null,
    cause: `opt-out:${messageId}`,
    isQuiet: true,
  });
}
