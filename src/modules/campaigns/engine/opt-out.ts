import { campaignShippings, contacts, optOuts } from '@db/tenant/schema/index.ts';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { cutAt } from '@/kernel/db/text.ts';
import type { Scope } from '@/kernel/scope.ts';
import { spellingsOf } from '@/modules/contacts/contact-number.ts';
import { sayUnasked } from '@/modules/messages/write/say-unasked.ts';
import { isOptedOut } from '../opt-outs/opt-outs.queries.ts';
import { optOut as store } from '../opt-outs/opt-outs.service.ts';
import { campaignSettings } from '../settings/campaign-settings.queries.ts';

type Wish = { contactId: number; connectionId: number | null; messageId: number };

/** Whoever waits in a campaign for this contact's answer waits no more; who is yet to be written to is left out there. */
export async function optOut(tx: Scope, { keyword, ...wish }: Wish & { keyword: string }): Promise<void> {
  const number = await numberOf(tx, wish.contactId);
  if (number === '') return;
  const isNew =
    !(await isOut(tx, wish.contactId)) &&
    (await store(tx, { number, contactId: wish.contactId, keyword: cutAt(keyword, 60) }));
  const left = await tx.db
    .update(campaignShippings)
    .set({
      ...{ state: 'skipped', reason: 'opted_out', updatedAt: tx.now() },
      confirmationRequestedAt: sql`case when ${campaignShippings.state} = 'asking' then ${tx.now().getTime()}
        else ${campaignShippings.confirmationRequestedAt} end`,
    })
    .where(
      and(
        eq(campaignShippings.contactId, wish.contactId),
        inArray(campaignShippings.state, ['waiting', 'asking', 'asked', 'confirmed']),
      ),
    )
    .returning({ campaignId: campaignShippings.campaignId });
  for (const { campaignId } of left) tx.emit('campaign.moved', { campaignId, byCustomer: true });
  if (isNew) await answer(tx, wish, (await campaignSettings(tx)).optOut.reply);
}

export async function comeBack(tx: Scope, wish: Wish): Promise<void> {
  const number = await numberOf(tx, wish.contactId);
  const gone = await tx.db
    .delete(optOuts)
    .where(or(inArray(optOuts.number, spellingsOf(number)), eq(optOuts.contactId, wish.contactId)))
    .returning({ number: optOuts.number });
  if (gone.length === 0) return;
  tx.emit('opt-out.changed', { number });
  await answer(tx, wish, tx.t('campaigns:backReply'));
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

async function answer(tx: Scope, { contactId, connectionId, messageId }: Wish, body: string): Promise<void> {
  if (connectionId === null || body.trim() === '') return;
  await sayUnasked(tx, {
    ...{ contactId, connectionId, body },
    mediaType: 'conversation',
    media: null,
    cause: `opt-out:${messageId}`,
    isQuiet: true,
  });
}
