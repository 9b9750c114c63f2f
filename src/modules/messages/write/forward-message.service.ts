import { AppError } from '@/core/errors.ts';
import { requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { removeMediaAfter } from '@/core/storage/remove-media.ts';
import { messageQuotaOf } from '@/modules/companies/plan-quotas.state.ts';
import { getTicket, requireTicket, type TicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import { openTicket } from '@/modules/tickets/open/open-ticket.service.ts';
import { canWorkOnTicket } from '@/modules/tickets/tickets.policy.ts';
import type { TicketDetail } from '@/modules/tickets/tickets.views.ts';
import { getMessageView, requireMessage } from '../message-access.queries.ts';
import type { MessageRow } from '../messages.queries.ts';
import type { ForwardInput } from '../messages.schema.ts';
import type { MessageView } from '../messages.views.ts';
import { copyMedia } from './copy-media.service.ts';
import { findByClientId } from './reply.service.ts';
import { type OwnMessage, storeOwnMessage } from './store-own-message.service.ts';
import { readLocation } from './stored-locations.logic.ts';
import { readCards } from './vcard-text.logic.ts';

/**
 * Variables in a customer's text are not filled. Idempotent by `clientId`. Throws ERR_NO_MESSAGE_FOUND, ERR_UNSUPPORTED_MEDIA,
 * ERR_FETCH_WAPP_MSG, ERR_OTHER_OPEN_TICKET, ERR_MESSAGES_QUOTA, and as `openTicket`.
 */
export async function forwardMessage(
  scope: Scope,
  { messageId, contactId, clientId }: ForwardInput,
): Promise<{ message: MessageView; ticket: TicketDetail }> {
  const { message, ticket: source } = await requireMessage(scope, messageId);
  if (message.isDeleted) throw new AppError('ERR_NO_MESSAGE_FOUND');
  const spend = await messageQuotaOf(scope);
  const draft = { ...(await draftOf(scope, message)), clientId: clientId ?? null };
  const stored = scope.write(async (tx) => {
    const ticket = await ticketFor(tx, source, contactId);
    const known = await findByClientId(tx, ticket, clientId);
    if (known === undefined) spend(1);
    else removeMediaAfter(tx, draft.media ? [draft.media.key] : []);
    return { id: known ?? (await storeOwnMessage(tx, ticket, draft)), ticketId: ticket.id };
  });
  const { id, ticketId } = await stored.catch(async (error) => {
    if (draft.media) await scope.kernel.storage.remove(scope.companyId, draft.media.key);
    throw error;
  });
  return { message: await getMessageView(scope, id), ticket: await getTicket(scope, ticketId) };
}

async function ticketFor(tx: Scope, source: TicketRow, contactId: number): Promise<TicketRow> {
  if (source.connectionId === null) throw new AppError('ERR_NO_WAPP_FOUND');
  const queueId = queueFor(tx, source);
  const opened = await openTicket(tx, { contactId, queueId, whatsappId: source.connectionId });
  if (opened.existing && !canWorkOnTicket(tx.actor, opened.existing)) {
    throw new AppError('ERR_OTHER_OPEN_TICKET');
  }
  return requireTicket(tx, (opened.ticket ?? opened.existing).id);
}

function queueFor(tx: Scope, { queueId }: TicketRow): number | null {
  const { profile, queueIds } = requireUser(tx);
  if (profile === 'admin' || (queueId !== null && queueIds.includes(queueId))) return queueId;
  return queueIds[0] ?? null;
}

type Common = Pick<OwnMessage, 'origin' | 'quotedMsg' | 'clientId' | 'isForwarded'>;

async function draftOf(scope: Scope, message: MessageRow): Promise<OwnMessage> {
  const common: Common = { origin: 'agent', quotedMsg: null, clientId: null, isForwarded: true };
  const { body } = message;
  switch (message.mediaType) {
    case 'conversation':
    case 'extendedTextMessage':
      if (message.mediaName !== null) return asFile(scope, message, common);
      return { ...common, body, mediaType: 'conversation', media: null };
    case 'locationMessage':
    case 'liveLocationMessage': {
      const location = readLocation(body);
      if (!location) throw new AppError('ERR_UNSUPPORTED_MEDIA');
      const preview = location.name || `${location.latitude}, ${location.longitude}`;
      return { ...common, body, mediaType: 'locationMessage', media: null, preview };
    }
    case 'contactMessage':
    case 'contactsArrayMessage':
    case 'vcard': {
      const preview = readCards(body)
        .map(({ name }) => name)
        .join(', ');
      const mediaType = message.mediaType === 'vcard' ? 'contactMessage' : message.mediaType;
      return { ...common, body, mediaType, media: null, preview };
    }
    case 'image':
    case 'video':
    case 'audio':
    case 'application':
      return { ...common, body, mediaType: message.mediaType, media: await fileOf(scope, message) };
    case 'sticker':
      return { ...common, body: '', mediaType: 'image', media: await fileOf(scope, message) };
    default:
      throw new AppError('ERR_UNSUPPORTED_MEDIA');
  }
}

async function asFile(scope: Scope, message: MessageRow, common: Common): Promise<OwnMessage> {
  const media = await fileOf(scope, message);
  return { ...common, body: media.name, mediaType: 'application', media };
}

async function fileOf(scope: Scope, message: MessageRow): Promise<NonNullable<OwnMessage['media']>> {
  if (message.mediaPath === null || message.mediaState !== 'ready') throw new AppError('ERR_FETCH_WAPP_MSG');
  return {
    ...(await copyMedia(scope, message.mediaPath)),
    name: message.mediaName ?? '',
    mime: message.mediaMime ?? 'application/octet-stream',
    isVoice: message.mediaType === 'audio' && message.mediaName === null,
    seconds: message.mediaSeconds,
    waveform: message.mediaWaveform,
  };
}
