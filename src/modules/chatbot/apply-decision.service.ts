import type { Scope } from '@/core/scope.ts';
import { inTime } from '@/core/time-limits.ts';
import { mediaTypeOf } from '@/modules/messages/write/media-type.schema.ts';
import { type Addressed, storeOwnMessage } from '@/modules/messages/write/store-own-message.service.ts';
import { recordTicketEvent } from '@/modules/tickets/history/record-ticket-event.service.ts';
import type { TicketAtHand } from '@/modules/tickets/open/find-or-create-ticket.service.ts';
import { saveBotState } from '@/modules/tickets/work/bot-state.service.ts';
import { askResponder } from './ask-responder.service.ts';
import {
  type BotAction,
  type BotConfig,
  type BotMedia,
  type BotResponder,
  type BotState,
  type Decision,
  queueOf,
} from './decide/bot.logic.ts';
import { sendAutomated } from './send-automated.service.ts';

/** `cause` is unique to one moment, so that no text is sent twice for it. */
export async function carryOut(
  tx: Scope,
  ticket: TicketAtHand,
  config: BotConfig,
  { actions, state }: Decision,
  cause: string,
  messageId = ticket.lastMessageId ?? 0,
): Promise<void> {
  await saveState(tx, ticket, state);
  await recordHistory(tx, ticket, config, actions);
  const addressed = { ...ticket, queueId: state.queueId };
  for (const action of actions) {
    const clientId = 'cause' in action ? `auto:${action.cause}:${cause}` : '';
    if (action.type === 'text') await sendAutomated(tx, addressed, action.text, clientId);
    if (action.type === 'file') await sendFile(tx, addressed, action.media, `${clientId}:file`);
    if (action.type === 'responder') await askResponder(tx, { ...ticket, messageId }, action.responder);
  }
}

export function stateOf(ticket: TicketAtHand): BotState {
  return {
    hasAgent: ticket.userId !== null || ticket.status === 'open',
    isGroup: ticket.isGroup,
    queueId: ticket.queueId,
    optionId: ticket.queueOptionId,
    chatbot: ticket.chatbot,
    responder: responderOf(ticket),
    menus: ticket.amountUsedBotQueues,
    memory: ticket.bot ?? {},
  };
}

/** Without prompt and integration it is the built-in one: it looks up the queue's invoices. */
function responderOf({
  useIntegration,
  promptId,
  integrationId,
  queueId,
}: TicketAtHand): BotResponder | null {
  if (!useIntegration) return null;
  if (promptId !== null) return { kind: 'prompt', id: promptId };
  if (integrationId !== null) return { kind: 'integration', id: integrationId };
  return { kind: 'invoices', id: queueId ?? 0 };
}

async function saveState(tx: Scope, ticket: TicketAtHand, state: BotState): Promise<void> {
  const before = stateOf(ticket);
  if (JSON.stringify(state) === JSON.stringify(before)) return;
  const {
    queueId,
    optionId: queueOptionId,
    chatbot,
    responder,
    menus: amountUsedBotQueues,
    memory: bot,
  } = state;
  const menuAt = state.menus > before.menus ? tx.now() : null;
  await saveBotState(tx, ticket, {
    ...{ queueId, queueOptionId, chatbot, amountUsedBotQueues, bot, menuAt },
    useIntegration: responder !== null,
    promptId: responder?.kind === 'prompt' ? responder.id : null,
    integrationId: responder?.kind === 'integration' ? responder.id : null,
  });
}

async function recordHistory(
  tx: Scope,
  ticket: TicketAtHand,
  config: BotConfig,
  actions: BotAction[],
): Promise<void> {
  const isOver = actions.some(({ type }) => type === 'people');
  for (const action of actions) {
    const choice =
      action.type === 'queue' && action.by === 'customer'
        ? queueOf(config, action.queueId)?.name
        : action.type === 'option' && isOver
          ? action.option.title
          : undefined;
    if (choice) await recordTicketEvent(tx, { ticketId: ticket.id, type: 'bot', data: { choice } });
  }
}

/** The database takes longer transactions away. */
const COPY_MS = 3_000;
const late = () => new Error('the file could not be copied in time');

/** Each message owns its file. Without one it is skipped: the text has been sent, and the customer's message is stored. */
async function sendFile(tx: Scope, ticket: Addressed, medium: BotMedia, clientId: string): Promise<void> {
  const copy = inTime(tx.kernel.storage.copy(tx.companyId, medium.path), COPY_MS, late);
  const file = await copy.catch((err) => tx.log.error({ err }, 'a file of the chatbot could not be copied'));
  if (!file) return tx.log.warn({ ticketId: ticket.id }, 'a message of the chatbot lacks its file');
  const { name, mime } = medium;
  await storeOwnMessage(tx, ticket, {
    origin: 'system',
    quotedMsg: null,
    body: name,
    mediaType: mediaTypeOf(mime),
    clientId,
    media: { ...file, name, mime, isVoice: false },
  });
}
