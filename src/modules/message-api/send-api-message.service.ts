import { connections, tickets, users } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { AppError, InvalidInput } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { requireFeature } from '@/modules/companies/plan-features.policy.ts';
import { addressOf, findByNumber, insertContact } from '@/modules/contacts/add-contact.service.ts';
import { wantPicture } from '@/modules/contacts/identities/contact-picture.outbox.ts';
import { toDigits } from '@/modules/contacts/numbers/contact-number.logic.ts';
import { type Checked, checkNumbers } from '@/modules/contacts/numbers/number-checks.service.ts';
import { fillVariables } from '@/modules/messages/write/fill-variables.queries.ts';
import { sendUnprompted } from '@/modules/messages/write/send-unprompted-message.service.ts';
import { withSignature } from '@/modules/messages/write/signature.schema.ts';
import { contentsOf } from '@/modules/messages/write/text-and-file.logic.ts';
import { fillIn } from '@/modules/messages/write/variables.schema.ts';
import { readMoment } from '@/modules/schedules/parse-date-time.logic.ts';
import { createSchedule } from '@/modules/schedules/schedules.service.ts';
import { findOrCreateSilentTicket } from '@/modules/tickets/open/find-or-create-silent-ticket.service.ts';
import type { TicketAtHand } from '@/modules/tickets/open/find-or-create-ticket.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import type { ApiMessage } from './message-api.schema.ts';
import type { Outcome } from './message-api.views.ts';

export type ApiFile = { key: string; name: string; mime: string; caption: string };
export type ToSend = Omit<ApiMessage, 'number' | 'numbers' | 'medias' | 'mediaUrl'> & {
  connectionId: number;
  number: string;
  files: ApiFile[];
  store(tx: Scope, outcome: Outcome): Promise<void>;
};

/**
 * See decision 25. Throws InvalidInput on `number`, `body`, `sendAt`,
 * ERR_WAPP_INVALID_CONTACT, ERR_WAPP_NOT_INITIALIZED, ERR_WAPP_CHECK_CONTACT, ERR_CONTACT_BLOCKED, ERR_NO_WAPP_FOUND,
 * ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND, ERR_NO_MESSAGE_FOUND (quoted), ERR_UNSUPPORTED_MEDIA, ERR_LIMIT_REACHED.
 */
export async function sendForSystem(scope: Scope, message: ToSend): Promise<Outcome> {
  requireText(message);
  if (message.sendAt) await requireFuture(scope, message.sendAt);
  const digits = digitsOf(message.number);
  const checked = await whereIs(scope, digits, message.connectionId);
  return scope.write(async (tx) => {
    if (!(await tx.db.query.connections.findFirst({ where: eq(connections.id, message.connectionId) })))
      throw new AppError('ERR_NO_WAPP_FOUND');
    const contactId = await personOf(tx, digits, checked, message.connectionId);
    const outcome = await (message.sendAt ? schedule : sendNow)(tx, contactId, message);
    await message.store(tx, outcome);
    return outcome;
  });
}

function requireText({ body, files }: ToSend): void {
  if (body.trim() === '' && files.length === 0) throw new InvalidInput({ body: 'errors:ERR_EMPTY_MESSAGE' });
}

const MIN_DIGITS = 8;
/** E.164. */
const MAX_DIGITS = 15;

function digitsOf(number: string): string {
  const digits = toDigits(number);
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS)
    throw new InvalidInput({ number: 'messageApi:numberInvalid' });
  return digits;
}

/** Undefined for known contacts: no check is needed, so it works while the connection is down. */
async function whereIs(scope: Scope, digits: string, connectionId: number): Promise<Checked | undefined> {
  const known = await findByNumber(scope, digits, undefined);
  if (known && (await hasAddress(scope, known.id))) return undefined;
  const checked = (await checkNumbers(scope, [digits], { only: connectionId })).get(digits);
  if (checked === undefined) throw new AppError('ERR_WAPP_NOT_INITIALIZED');
  if (checked === null) throw new AppError('ERR_WAPP_INVALID_CONTACT');
  return checked;
}

async function hasAddress(scope: Scope, contactId: number): Promise<boolean> {
  const address = await scope.db.query.contactIdentities.findFirst({
    where: (t, { eq: is }) => is(t.contactId, contactId),
  });
  return address !== undefined;
}

async function personOf(
  tx: Scope,
  digits: string,
  checked: Checked | undefined,
  connectionId: number,
): Promise<number> {
  const known = await findByNumber(tx, digits, checked);
  if (known?.isBlocked) throw new AppError('ERR_CONTACT_BLOCKED');
  if (known) return known.id;
  const target = addressOf(digits, checked);
  const id = await insertContact(tx, { name: target.number, email: '', ...target, isProvisional: true });
  await wantPicture(tx, { id, pictureCheckedAt: null }, connectionId);
  tx.emit('contact.created', { contactId: id });
  return id;
}

async function sendNow(tx: Scope, contactId: number, message: ToSend): Promise<Outcome> {
  const { connectionId } = message;
  const ticket = await findOrCreateSilentTicket(tx, { contactId, connectionId });
  const isHeld = ticket.status === 'open' && ticket.userId !== null;
  if (!isHeld) await put(tx, ticket, message);
  const messageIds: number[] = [];
  for (const part of await partsOf(tx, ticket, message)) {
    const cause = `api:${tx.kernel.ids.uuid()}`;
    const quotedMsg = messageIds.length === 0 ? (message.quoted ?? null) : null;
    const sent = await sendUnprompted(tx, {
      contactId,
      connectionId,
      ...part,
      cause,
      isQuiet: false,
      quotedMsg,
    });
    messageIds.push(sent.messageId);
  }
  if (message.closeTicket && !isHeld) await close(tx, ticket.id);
  const [now] = await tx.db
    .select({ uuid: tickets.uuid, status: tickets.status })
    .from(tickets)
    .where(eq(tickets.id, ticket.id));
  return {
    status: 'queued',
    messageId: messageIds[0] ?? null,
    messageIds,
    scheduleId: null,
    ticketId: ticket.id,
    ticketUuid: now?.uuid ?? null,
    ticketStatus: now?.status ?? null,
  };
}

async function put(tx: Scope, { id: ticketId }: TicketAtHand, { queueId, userId }: ToSend): Promise<void> {
  const queue = queueId != null && { queueId };
  if (userId != null) await patchTicket(tx, { ticketId, status: 'open', userId, ...queue });
  else if (queue) await patchTicket(tx, { ticketId, status: 'pending', ...queue });
}

async function close(tx: Scope, ticketId: number): Promise<void> {
  const ticket = await tx.db.query.tickets.findFirst({ where: eq(tickets.id, ticketId) });
  if (ticket && ticket.status !== 'closed') await patchTicket(tx, { ticketId, status: 'closed' });
}

type MessagePart = Pick<Parameters<typeof sendUnprompted>[1], 'body' | 'mediaType' | 'media'>;

async function partsOf(tx: Scope, ticket: TicketAtHand, message: ToSend): Promise<MessagePart[]> {
  const { body, files, variables } = message;
  const sign = await signatureOf(tx, ticket, message);
  const renderText = async (text: string) =>
    text.trim() === '' ? '' : sign + (await fillVariables(tx, ticket, text, variables));
  if (files.length === 0) return [{ body: await renderText(body), mediaType: 'conversation', media: null }];
  const parts: MessagePart[] = [];
  for (const { key, name, mime, caption } of files) {
    const copy = await tx.kernel.storage.copy(tx.companyId, key);
    if (!copy) throw new AppError('ERR_UNSUPPORTED_MEDIA');
    const media = { ...copy, name, mime, isVoice: mime.startsWith('audio/') };
    for (const { clientId: _none, ...content } of contentsOf({
      clientId: null,
      body: await renderText(caption),
      media,
    }))
      parts.push(content);
  }
  return parts;
}

async function signatureOf(tx: Scope, ticket: TicketAtHand, message: ToSend): Promise<string> {
  const userId = message.userId ?? ticket.userId;
  if (!message.sendSignature || userId === null) return '';
  const person = await tx.db.query.users.findFirst({ columns: { name: true }, where: eq(users.id, userId) });
  return person ? withSignature(person.name, '') : '';
}

async function requireFuture(scope: Scope, sendAt: string): Promise<void> {
  await requireFeature(scope, 'useSchedules');
  const at = readMoment(sendAt, scope.timeZone);
  if (!at) throw new InvalidInput({ sendAt: 'common:validation.date' });
  if (at <= scope.now()) throw new InvalidInput({ sendAt: 'messageApi:past' });
}

async function schedule(tx: Scope, contactId: number, message: ToSend): Promise<Outcome> {
  const { body, files, variables = {}, connectionId, sendAt = '' } = message;
  const [file, ...more] = files;
  if (more.length > 0) throw new AppError('ERR_UNSUPPORTED_MEDIA');
  const copy = file && (await tx.kernel.storage.copy(tx.companyId, file.key));
  const media = file && copy ? { key: copy.key, name: file.name, mime: file.mime } : null;
  const content = file ? file.caption || file.name : body;
  const { id } = await createSchedule(tx, {
    contactId,
    sendAt,
    whatsappId: connectionId,
    body: fillIn(content, unread(variables)),
    media,
  });
  const nothing = { messageId: null, messageIds: [], ticketId: null, ticketUuid: null, ticketStatus: null };
  return { status: 'scheduled', scheduleId: id, ...nothing };
}

/** Schedules fill variables when they are sent: a value must not be read as one. */
function unread(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, value.replaceAll('{', '{\u200b')]),
  );
}
