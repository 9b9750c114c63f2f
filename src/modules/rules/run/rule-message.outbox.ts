import { messages, quickMessages, tickets } from '@db/tenant/schema/index.ts';
import { and, eq } from 'drizzle-orm';
import type { OutboxHandler } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import { removeMediaAfter } from '@/core/storage/remove-media.ts';
import { copyMedia } from '@/modules/messages/write/copy-media.service.ts';
import { fillVariables } from '@/modules/messages/write/fill-variables.queries.ts';
import { mediaTypeOf } from '@/modules/messages/write/media-type.schema.ts';
import { storeAutomaticText } from '@/modules/messages/write/store-automatic-text.service.ts';
import { type OwnMessage, storeOwnMessage } from '@/modules/messages/write/store-own-message.service.ts';
import type { TicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import { isSendable } from '../rule-names.queries.ts';

export interface RuleWork {
  'rule.message': { ticketId: number; quickMessageId: number; clientId: string };
}
declare module '@/core/queue/outbox.ts' {
  interface OutboxKinds extends RuleWork {}
}

type QuickRow = typeof quickMessages.$inferSelect;

/** Copies the file outside a transaction. The outbox row is deleted in the message's transaction. */
export const sendRuleMessage: OutboxHandler<'rule.message'> = {
  async run(scope, { payload: { ticketId, quickMessageId, clientId } }) {
    const quick = await findQuick(scope, quickMessageId);
    if (!quick || !(await findAnswerable(scope, ticketId))) return undefined;
    const media = await copyFile(scope, quick);
    return async (tx) => {
      const ticket = await findAnswerable(tx, ticketId);
      if (ticket && !(await isSent(tx, clientId))) await store(tx, ticket, { quick, media, clientId });
      else removeMediaAfter(tx, media ? [media.key] : []);
    };
  },
  async park() {},
};

async function findQuick(scope: Scope, quickMessageId: number): Promise<QuickRow | undefined> {
  return scope.db.query.quickMessages.findFirst({
    where: and(eq(quickMessages.id, quickMessageId), isSendable),
  });
}

async function findAnswerable(scope: Scope, ticketId: number): Promise<TicketRow | undefined> {
  const ticket = await scope.db.query.tickets.findFirst({ where: eq(tickets.id, ticketId) });
  const isAnswerable =
    ticket && ticket.status !== 'closed' && !ticket.isGroup && ticket.connectionId !== null;
  return isAnswerable ? ticket : undefined;
}

async function copyFile(
  scope: Scope,
  { mediaPath, mediaName, mediaMime }: QuickRow,
): Promise<OwnMessage['media']> {
  if (mediaPath === null) return null;
  const copy = await copyMedia(scope, mediaPath);
  return {
    ...copy,
    name: mediaName ?? 'arquivo',
    mime: mediaMime ?? 'application/octet-stream',
    isVoice: false,
  };
}

async function isSent(tx: Scope, clientId: string): Promise<boolean> {
  const known = await tx.db.query.messages.findFirst({
    columns: { id: true },
    where: eq(messages.clientId, clientId),
  });
  return known !== undefined;
}

async function store(
  tx: Scope,
  ticket: TicketRow,
  { quick, media, clientId }: { quick: QuickRow; media: OwnMessage['media']; clientId: string },
): Promise<void> {
  const body = (await fillVariables(tx, ticket, quick.message)).trim();
  if (media) {
    await storeOwnMessage(tx, ticket, {
      origin: 'system',
      quotedMsg: null,
      body: media.name,
      mediaType: mediaTypeOf(media.mime),
      clientId: body === '' ? clientId : null,
      media,
    });
  }
  if (body !== '') await storeAutomaticText(tx, ticket, { body, cause: clientId });
}
