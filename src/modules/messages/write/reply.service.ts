import { messages } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { removeMediaAfter } from '@/core/storage/remove-media.ts';
import { messageQuotaOf, type Spend } from '@/modules/companies/plan-quotas.state.ts';
import { requireQuickMessage } from '@/modules/quick-messages/quick-messages.queries.ts';
import { requireTicket, type TicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import { canWorkOnTicket } from '@/modules/tickets/tickets.policy.ts';
import { getMessageView } from '../message-access.queries.ts';
import { MAX_BODY } from '../message-limits.schema.ts';
import { loadMessageViews } from '../messages.queries.ts';
import type { TextReply } from '../messages.schema.ts';
import type { MessageView } from '../messages.views.ts';
import { copyMedia } from './copy-media.service.ts';
import { fillVariables } from './fill-variables.queries.ts';
import { findGreetingSent } from './greet-on-accept.service.ts';
import { mediaTypeOf } from './media-type.schema.ts';
import { type FileToSend, type OwnMessage, storeOwnMessage } from './store-own-message.service.ts';
import { contentsOf } from './text-and-file.logic.ts';

/**
 * Idempotent by `clientId`. Throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_NOT_OPEN, ERR_NO_MESSAGE_FOUND
 * (quoted), ERR_NO_QUICKMESSAGE_FOUND, ERR_EMPTY_MESSAGE, ERR_NO_WAPP_FOUND, InvalidInput on another ticket's
 * `clientId`, ERR_MESSAGES_QUOTA.
 */
export async function replyWithText(
  scope: Scope,
  input: TextReply & { ticketId: number },
): Promise<MessageView> {
  await requireAnswerable(scope, input.ticketId);
  const spend = await messageQuotaOf(scope);
  const file = input.quickMessageId ? await copyQuickFile(scope, input.quickMessageId) : null;
  const stored = scope.write((tx) => storeReply(tx, input, file, spend));
  const id = await stored.catch(async (error) => {
    if (file) await scope.kernel.storage.remove(scope.companyId, file.key);
    throw error;
  });
  return getMessageView(scope, id);
}

async function storeReply(
  tx: Scope,
  input: TextReply & { ticketId: number },
  file: QuickFile | null,
  spend: Spend,
): Promise<number> {
  const ticket = await requireAnswerable(tx, input.ticketId);
  const known =
    (await findByClientId(tx, ticket, input.clientId)) ?? (await findGreetingSent(tx, ticket.id, input.body));
  if (known !== undefined) {
    removeMediaAfter(tx, file ? [file.key] : []);
    return known;
  }
  spend(1);
  const body = await fillVariables(tx, ticket, input.body);
  const clientId = input.clientId ?? null;
  const isAlone = body.trim() === '';
  const first = isAlone ? { quotedMsg: input.quotedMsg, clientId } : { quotedMsg: null, clientId: null };
  const media = file && { ...file, isVoice: false };
  const fileId =
    media &&
    (await storeOwnMessage(tx, ticket, {
      body: media.name,
      mediaType: mediaTypeOf(media.mime),
      origin: 'agent',
      ...first,
      media,
    }));
  if (isAlone) {
    if (fileId === null) throw new AppError('ERR_EMPTY_MESSAGE');
    return fileId;
  }
  return storeOwnMessage(tx, ticket, {
    body,
    mediaType: 'conversation',
    origin: 'agent',
    quotedMsg: input.quotedMsg,
    clientId,
    media: null,
  });
}

type QuickFile = { key: string; name: string; mime: string; size: number };

async function copyQuickFile(scope: Scope, quickMessageId: number): Promise<QuickFile | null> {
  const { mediaPath, mediaName, mediaMime } = await requireQuickMessage(scope, quickMessageId);
  if (mediaPath === null) return null;
  const copy = await copyMedia(scope, mediaPath);
  return { ...copy, name: mediaName ?? 'arquivo', mime: mediaMime ?? 'application/octet-stream' };
}

export type FileReply = {
  ticketId: number;
  quotedMsg: number | null;
  files: (FileToSend & { caption: string; clientId: string | null })[];
};

export async function replyWithFiles(scope: Scope, input: FileReply): Promise<MessageView[]> {
  if (input.files.some((file) => file.caption.length > MAX_BODY)) {
    throw new InvalidInput({ body: 'validation:tooLong' });
  }
  const spend = await messageQuotaOf(scope);
  const ids = await scope.write(async (tx) => {
    const ticket = await requireAnswerable(tx, input.ticketId);
    const stored: number[] = [];
    const doubles: string[] = [];
    let added = 0;
    for (const draft of await draftsOf(tx, ticket, input)) {
      const known = await findByClientId(tx, ticket, draft.clientId ?? undefined);
      stored.push(known ?? (await storeOwnMessage(tx, ticket, draft)));
      if (known === undefined) added += 1;
      else if (draft.media) doubles.push(draft.media.key);
    }
    // All are counted together: a refused batch takes nothing from the plan's minute.
    spend(added);
    removeMediaAfter(tx, doubles);
    return stored;
  });
  return loadMessageViews(scope, ids);
}

async function draftsOf(
  tx: Scope,
  ticket: TicketRow,
  { files, quotedMsg }: FileReply,
): Promise<OwnMessage[]> {
  const drafts: OwnMessage[] = [];
  for (const { caption, clientId, ...media } of files) {
    const body = await fillVariables(tx, ticket, caption);
    for (const content of contentsOf({ clientId, body, media }))
      drafts.push({ ...content, origin: 'agent', quotedMsg: drafts.length === 0 ? quotedMsg : null });
  }
  return drafts;
}

async function requireAnswerable(tx: Scope, ticketId: number): Promise<TicketRow> {
  const ticket = await requireTicket(tx, ticketId);
  requireCan(tx, canWorkOnTicket, ticket);
  if (ticket.status !== 'open') throw new AppError('ERR_TICKET_NOT_OPEN');
  return ticket;
}

/** Throws InvalidInput when the id names a message of another ticket. */
export async function findByClientId(
  tx: Scope,
  ticket: TicketRow,
  clientId: string | undefined,
): Promise<number | undefined> {
  if (!clientId) return undefined;
  const [known] = await byClientId(tx.db, { clientId });
  if (known && known.ticketId !== ticket.id) throw new InvalidInput({ clientId: 'validation:invalid' });
  return known?.id;
}

const byClientId = tenantStatement((db) =>
  db
    .select({ id: messages.id, ticketId: messages.ticketId })
    .from(messages)
    .where(eq(messages.clientId, sql.placeholder('clientId'))),
);
