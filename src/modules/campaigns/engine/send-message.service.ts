import { campaignShippings, campaigns, messages, tickets } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { findByNumber, insertContact } from '@/modules/contacts/add-contact.service.ts';
import { contactById, requireContact } from '@/modules/contacts/contacts.queries.ts';
import type { ContactRow } from '@/modules/contacts/identities/identities.service.ts';
import { filesOfList, requireFileList } from '@/modules/file-lists/file-lists.queries.ts';
import { resendUnsent } from '@/modules/messages/write/automatic-messages.service.ts';
import { variableValues } from '@/modules/messages/write/fill-variables.queries.ts';
import { mediaTypeOf } from '@/modules/messages/write/media-type.schema.ts';
import { sendUnprompted } from '@/modules/messages/write/send-unprompted-message.service.ts';
import { asParts } from '@/modules/messages/write/text-and-file.logic.ts';
import type { CampaignRow } from '../campaigns.queries.ts';
import type { CampaignSettingsView } from '../settings/campaign-settings.views.ts';
import { render, textFor } from './render-text.logic.ts';

export type ShippingRow = typeof campaignShippings.$inferSelect;

type Part = { clientId: string; body: string; media: { path: string; name: string; mime: string } | null };

export const causeOf = (campaignId: number, shippingId: number, part: string): string =>
  `campaign:${campaignId}:${shippingId}:${part}`;

/** The contact it was tried with, whose number may have been corrected since, else the one with the number. */
export async function recipientOf(
  tx: Scope,
  shipping: ShippingRow,
): Promise<{ contact: ContactRow; isNew: boolean }> {
  const { contactId, number, name, email } = shipping;
  const tried = contactId === null ? undefined : await contactById(tx.db, { contactId });
  const known = tried ?? (await findByNumber(tx, number, undefined));
  if (known) {
    const talked = await tx.db.query.tickets.findFirst({
      columns: { id: true },
      where: eq(tickets.contactId, known.id),
    });
    return { contact: known, isNew: talked === undefined };
  }
  const jids = [`${number}@s.whatsapp.net`];
  const id = await insertContact(tx, { name, email, number, jids, isProvisional: true });
  tx.emit('contact.created', { contactId: id });
  return { contact: await requireContact(tx, id), isNew: true };
}

export async function sendTo(
  tx: Scope,
  campaign: CampaignRow,
  shipping: ShippingRow,
  { contact, isNew }: { contact: ContactRow; isNew: boolean },
  { variables }: CampaignSettingsView,
): Promise<void> {
  const turn = shipping.message === '' && shipping.confirmationMessage === '' ? campaign.turn : null;
  const filled = (text: string) =>
    render(text, shipping, variables, variableValues(tx, { contact: shipping, protocol: '' }));
  const rendered = turn === null ? {} : pickTexts(campaign, turn, filled);
  const texts = { ...shipping, ...rendered };
  const asks = campaign.confirmation && texts.confirmationMessage !== '' && shipping.confirmedAt === null;
  const parts = asks
    ? [{ clientId: 'question', body: texts.confirmationMessage, media: null }]
    : await partsOf(tx, campaign, texts.message, filled);
  const sentParts: SentPart[] = [];
  for (const part of parts) sentParts.push(await sendPart(tx, campaign, shipping.id, contact.id, part));
  await tx.db
    .update(campaignShippings)
    .set({
      ...rendered,
      ...statusAfter(sentParts, asks, tx.now()),
      contactId: contact.id,
      isNewContact: isNew || shipping.isNewContact,
      updatedAt: tx.now(),
    })
    .where(eq(campaignShippings.id, shipping.id));
  if (turn !== null)
    await tx.db
      .update(campaigns)
      .set({ turn: turn + 1 })
      .where(eq(campaigns.id, campaign.id));
}

type SentPart = { id: number; isLeft: boolean } | null;

function statusAfter(sentParts: SentPart[], asks: boolean, now: Date): Partial<ShippingRow> {
  const last =
    sentParts.findLast((part) => part && !part.isLeft) ?? sentParts.findLast((part) => part !== null);
  if (!last) return { state: 'failed', reason: 'no_text' };
  const reference = asks ? { questionId: last.id } : { messageId: last.id };
  if (!last.isLeft) return { ...reference, state: asks ? 'asking' : 'sending', reason: null };
  return asks
    ? { ...reference, state: 'asked', confirmationRequestedAt: now, reason: null }
    : { ...reference, state: 'delivered', deliveredAt: now, reason: null };
}

function pickTexts(
  campaign: CampaignRow,
  turn: number,
  fill: (text: string) => string,
): { message: string; confirmationMessage: string } {
  const filled = (texts: string[]) => fill(textFor(texts, turn));
  return {
    message: filled(campaign.messages),
    confirmationMessage: campaign.confirmation ? filled(campaign.confirmationMessages) : '',
  };
}

/** The list's message and files, then the campaign's own file with the text, or the text alone. */
async function partsOf(
  tx: Scope,
  campaign: CampaignRow,
  text: string,
  filled: (text: string) => string,
): Promise<Part[]> {
  const { fileListId, mediaPath, mediaName, mediaMime } = campaign;
  const parts: Part[] = [];
  const files = fileListId === null ? [] : await filesOfList(tx, fileListId);
  if (fileListId !== null && files.length > 0) {
    const { message } = await requireFileList(tx, fileListId);
    if (message.trim() !== '') parts.push({ clientId: 'list', body: filled(message), media: null });
  }
  for (const { optionId, text: content, key, name, mime } of files) {
    const media = { path: key, name, mime: mime || BYTES };
    parts.push(...asParts({ clientId: `file${optionId}`, body: filled(content), media }));
  }
  const own = mediaPath ? { path: mediaPath, name: mediaName ?? 'arquivo', mime: mediaMime ?? BYTES } : null;
  if (own || text !== '') parts.push(...asParts({ clientId: 'text', body: text, media: own }));
  return parts;
}

const BYTES = 'application/octet-stream';

/** A part already stored for this cause is sent again under its own id, so recipients never get it twice. */
async function sendPart(
  tx: Scope,
  campaign: CampaignRow,
  shippingId: number,
  contactId: number,
  { clientId, body, media }: Part,
): Promise<SentPart> {
  const cause = causeOf(campaign.id, shippingId, clientId);
  const known = await tx.db.query.messages.findFirst({
    columns: { id: true },
    where: eq(messages.clientId, `auto:${cause}`),
  });
  const { connectionId } = campaign;
  const again = known && { messageId: known.id, connectionId, ...(media === null && { body }) };
  const fate = again && (await resendUnsent(tx, again));
  if (known && fate !== 'elsewhere') return { id: known.id, isLeft: fate === 'sent' };
  const file = media && (await tx.kernel.storage.copy(tx.companyId, media.path));
  if (media && !file) tx.log.warn({ campaignId: campaign.id }, 'a file of a campaign is gone');
  if (!file && body === '') return null;
  const { messageId } = await sendUnprompted(tx, {
    contactId,
    connectionId: connectionId ?? 0,
    body: body || media?.name || '',
    mediaType: media && file ? mediaTypeOf(media.mime) : 'conversation',
    media: media && file ? { ...file, name: media.name, mime: media.mime, isVoice: false } : null,
    cause,
    isQuiet: true,
  });
  return { id: messageId, isLeft: false };
}
