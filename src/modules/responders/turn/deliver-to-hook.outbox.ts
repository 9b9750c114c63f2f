import { connections, contacts, messages } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { deliverToHook, type HookMessage } from '@/adapters/n8n/webhook.client.ts';
import { ResponderFailed } from '@/adapters/responders/responder.port.ts';
import { GiveUp, type OutboxHandler, TryLater } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import type { BotResponder } from '@/modules/chatbot/decide/bot.logic.ts';
import type { MessageRow } from '@/modules/messages/messages.queries.ts';
import { nameToFillIn } from '@/modules/messages/write/variables.schema.ts';
import { findHook } from '@/modules/queue-integrations/find-integration-responder.queries.ts';
import { mayAsk, recordFailure, recordSuccess } from '../responder-health.service.ts';

declare module '@/core/queue/outbox.ts' {
  interface OutboxKinds {
    /** `at` in ms since 1970. */
    'machine.deliver': { integrationId: number; messageId: number; at: number };
  }
}

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
const GIVEN_UP_AFTER_MS = 24 * 3_600_000;

export function deliverLater(
  tx: Scope,
  ticketId: number,
  { id: integrationId }: BotResponder,
  messageId: number,
): Promise<void> {
  const work = { integrationId, messageId, at: tx.now().getTime() };
  return tx.kernel.outbox.add(tx, `hook:${integrationId}:${ticketId}`, 'machine.deliver', work);
}

export const deliver: OutboxHandler<'machine.deliver'> = {
  async run(scope, { payload: { integrationId, messageId, at } }) {
    const hook = await findHook(scope, integrationId);
    const message = hook && (await hookMessage(scope, messageId));
    if (!message) return undefined;
    const responder = { kind: 'integration', id: integrationId } as const;
    if (!(await mayAsk(scope, responder))) throw later(scope, at);
    try {
      const reach = { safeCall: scope.kernel.services.safeCall, signal: scope.kernel.stopping };
      await deliverToHook(reach, hook, message);
    } catch (error) {
      if (!(error instanceof ResponderFailed)) throw error;
      if (scope.kernel.stopping.aborted) throw later(scope, at, error);
      await scope.write((tx) => recordFailure(tx, responder, error.fault));
      throw later(scope, at, error);
    }
    return (tx) => recordSuccess(tx, responder);
  },
  async park() {},
};

function later(scope: Scope, at: number, cause?: unknown): Error {
  const age = Math.max(0, scope.now().getTime() - at);
  if (age > GIVEN_UP_AFTER_MS) return new GiveUp('HOOK_FAILED', { cause });
  const inMs = Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, age / 2));
  return new TryLater('HOOK_FAILED', { uncounted: true, inMs, cause });
}

async function hookMessage(scope: Scope, messageId: number): Promise<HookMessage | undefined> {
  const [found] = await scope.db
    .select({ message: messages, contact: contacts, connection: connections })
    .from(messages)
    .leftJoin(contacts, eq(contacts.id, messages.contactId))
    .leftJoin(connections, eq(connections.id, messages.connectionId))
    .where(eq(messages.id, messageId));
  if (!found) return undefined;
  const { message, contact, connection } = found;
  return {
    id: `msg_${scope.companyId}_${messageId}`,
    at: scope.now(),
    whatsapp: libraryMessage(message, nameToFillIn({ contact: contact ?? undefined })),
    own: {
      type: 'message.received',
      timestamp: message.sentAt.toISOString(),
      data: {
        messageId,
        ticketId: message.ticketId,
        queueId: message.queueId,
        contact: { name: contact?.name ?? '', number: contact?.number ?? '' },
        connection: {
          id: connection?.id ?? null,
          name: connection?.name ?? '',
          number: connection?.number ?? null,
        },
        kind: message.mediaType,
        text: message.body,
        file: message.mediaPath ? { name: message.mediaName, mime: message.mediaMime } : null,
      },
    },
  };
}

/** The library's format, rebuilt from stored data. Media keys are not stored: they decrypt the file. */
function libraryMessage(message: MessageRow, pushName: string): object {
  const key = {
    remoteJid: message.remoteJid,
    fromMe: message.fromMe,
    id: message.wid,
    ...(message.participant && { participant: message.participant }),
  };
  const messageTimestamp = Math.floor(message.sentAt.getTime() / 1_000);
  return { key, messageTimestamp, pushName, broadcast: false, message: contentOf(message) };
}

const CAPTIONED = ['image', 'video', 'audio', 'document'];

function contentOf({ mediaType, body, mediaMime, mediaName }: MessageRow): object {
  const kind = mediaType === 'application' ? 'document' : mediaType;
  if (!CAPTIONED.includes(kind)) return { conversation: body };
  const content = kind === 'audio' ? {} : { caption: body };
  return { [`${kind}Message`]: { mimetype: mediaMime ?? '', fileName: mediaName ?? '', ...content } };
}
