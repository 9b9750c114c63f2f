import { ALL_RESPONDERS } from '@/modules/tickets/work/bot-memory.schema.ts';
import {
  type BotConfig,
  type BotQueue,
  type BotResponder,
  type BotState,
  type Decision,
  remembering,
} from './bot.logic.ts';

export const responderKey = ({ kind, id }: BotResponder): string => `${kind}:${id}`;

/** Contract, message-flow §12.4: the assigned one, the connection's, else the queue's; not one that has handed over. */
export function responderAt(config: BotConfig, state: BotState, queue?: BotQueue): BotResponder | undefined {
  const over = state.memory.over ?? [];
  if (state.isGroup || over.includes(ALL_RESPONDERS)) return undefined;
  return [assignedTo(state), config.responder, queue?.responder ?? null].find(
    (responder): responder is BotResponder => responder !== null && !over.includes(responderKey(responder)),
  );
}

function assignedTo({ responder, memory }: BotState): BotResponder | null {
  return responder && memory.assigned === responderKey(responder) ? responder : null;
}

export function ask(state: BotState, responder: BotResponder): Decision {
  return {
    actions: [{ type: 'responder', responder }],
    state: { ...remembering(state, { greeted: true }), responder, optionId: null, chatbot: false },
  };
}

export function withoutResponder(state: BotState, key: string): BotState {
  const over = new Set([...(state.memory.over ?? []), key]);
  return { ...remembering(state, { over: [...over] }), responder: null };
}
