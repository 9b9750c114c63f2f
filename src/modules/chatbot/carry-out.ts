import type { Scope } from '@/kernel/scope.ts';
import { type Addressed, storeOwnMessage } from '@/modules/messages/write/own-message.ts';
import { mediaTypeOf } from '@/modules/messages/write/reply.service.ts';
import { recordTicketEvent } from '@/modules/tickets/story/ticket-events.ts';
import { keepBotState } from '@/modules/tickets/work/bot-state.ts';
import type { TicketAtHand } from '@/modules/tickets/work/find-ticket.ts';
import { askMachine } from './ask-machine.ts';
import {
  type BotAction,
  type BotConfig,
  type BotMachine,
  type BotMedia,
  type BotState,
  type Decision,
  queueOf,
} from './decide/bot.ts';
import { sayAutomatic } from './say-automatic.ts';

/** `cause` is said of one moment only: no text goes out twice for it. */
export async function carryOut(
  tx: Scope,
  ticket: TicketAtHand,
  config: BotConfig,
  { actions, state }: Decision,
  cause: string,
  messageId = ticket.lastMessageId ?? 0,
): Promise<void> {
  await keepState(tx, ticket, state);
  await tellStory(tx, ticket, config, actions);
  const addressed = { ...ticket, queueId: state.queueId };
  for (const action of actions) {
    const clientId = 'cause' in action ? `auto:${action.cause}:${cause}` : '';
    if (action.type === 'say') await sayAutomatic(tx, addressed, action.text, clientId);
    if (action.type === 'send') await sendFile(tx, addressed, action.media, `${clientId}:file`);
    if (action.type === 'machine') await askMachine(tx, { ...ticket, messageId }, action.machine);
  }
}

export function stateOf(ticket: TicketAtHand): BotState {
  return {
    hasAgent: ticket.userId !== null || ticket.status === 'open',
    isGroup: ticket.isGroup,
    queueId: ticket.queueId,
    optionId: ticket.queueOptionId,
    chatbot: ticket.chatbot,
    machine: machineOf(ticket),
    menus: ticket.amountUsedBotQueues,
    memory: ticket.bot ?? {},
  };
}

/** A promptless, integrationless one is the desk's own: it looks invoices up for the queue. */
function machineOf({ useIntegration, promptId, integrationId, queueId }: TicketAtHand): BotMachine | null {
  if (!useIntegration) return null;
  if (promptId !== null) return { kind: 'prompt', id: promptId };
  if (integrationId !== null) return { kind: 'integration', id: integrationId };
  return { kind: 'invoices', id: queueId ?? 0 };
}

async function keepState(tx: Scope, ticket: TicketAtHand, state: BotState): Promise<void> {
  const before = stateOf(ticket);
  if (JSON.stringify(state) === JSON.stringify(before)) return;
  const {
    queueId,
    optionId: queueOptionId,
    chatbot,
    machine,
    menus: amountUsedBotQueues,
    memory: bot,
  } = state;
  const menuAt = state.menus > before.menus ? tx.now() : null;
  await keepBotState(tx, ticket, {
    ...{ queueId, queueOptionId, chatbot, amountUsedBotQueues, bot, menuAt },
    useIntegration: machine !== null,
    promptId: machine?.kind === 'prompt' ? machine.id : null,
    integrationId: machine?.kind === 'integration' ? machine.id : null,
  });
}

/** A choice that puts the ticket somewhere; steps on the way to it are not told. */
async function tellStory(
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

/** Each message owns its file. One that is gone is left out: the words have been said. */
async function sendFile(tx: Scope, ticket: Addressed, medium: BotMedia, clientId: string): Promise<void> {
  const file = tx.kernel.storage.link(tx.companyId, medium.path);
  if (!file) return tx.log.warn({ ticketId: ticket.id }, 'a file of the chatbot is gone');
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
