import { ALL_RESPONDERS } from '@/modules/tickets/work/bot-memory.schema.ts';
import { isStart } from './answers.logic.ts';
import {
  type BotConfig,
  type BotInput,
  type BotQueue,
  type BotResponder,
  type BotState,
  type Decision,
  followed,
  type Incoming,
  type Moment,
  queueOf,
  remembering,
  silent,
  textAction,
} from './bot.logic.ts';
import { joinQueue, showQueue } from './enter-queue.logic.ts';
import { inOptionTree, leave, showRoot } from './option-tree.logic.ts';
import { closedText, sendClosed } from './out-of-hours.logic.ts';
import { atQueueMenu, leftAlone, showQueueMenu } from './queue-menu.logic.ts';
import { ask, responderAt, responderKey, withoutResponder } from './responder.logic.ts';

/** The whole bot as a pure function: from a ticket's state and a message to actions and the next state. */
export function decide(config: BotConfig, state: BotState, incoming: Incoming, moment: Moment): Decision {
  const turn = { ...moment, config, state, text: incoming.text.trim() };
  if (state.hasAgent) return silent(state);
  if (incoming.fromMe && state.responder) return leave(withoutResponder(state, ALL_RESPONDERS));
  if (incoming.fromMe || incoming.kind !== 'message' || state.isGroup) return withoutText(turn);
  return isStart(turn.text) ? startAgain(turn) : goOn(turn);
}

export function startInQueue(config: BotConfig, state: BotState, moment: Moment): Decision {
  const queue = queueOf(config, state.queueId);
  if (!queue || state.hasAgent || state.isGroup) return silent(state);
  const { state: joined } = joinQueue(state, queue, 'app');
  return inHours({ ...moment, config, state: joined, text: '' }, queue, (open) => beginIn(open, queue));
}

/** The customer left the menu. Of a queue: its people see the ticket, and a later message shows the menu again. */
export function giveUp(state: BotState): Decision {
  if (state.hasAgent) return silent(state);
  if (state.queueId === null) return silent(leftAlone(state));
  if (!state.chatbot) return silent(state);
  return leave(remembering(state, { leftQueue: state.queueId }));
}

/** Ends the responder for this attendance and continues with the next step, without a message of the customer. */
export function handOver(
  config: BotConfig,
  state: BotState,
  responder: BotResponder,
  moment: Moment,
): Decision {
  const free = withoutResponder(state, responderKey(responder));
  if (queueOf(config, free.queueId)) return startInQueue(config, free, moment);
  const turn = { ...moment, config, state: free, text: '' };
  const [only, ...others] = config.queues;
  if (only && others.length === 0) return beginInSoleQueue(turn, only);
  return only ? inHours(turn, undefined, showQueueMenu) : leave(free);
}

export function leaveAlone(state: BotState, responder: BotResponder): Decision {
  return leave(withoutResponder(state, responderKey(responder)));
}

/** The people of a sole queue see the ticket; the bot waits for the customer's first text. */
function withoutText({ config, state }: BotInput): Decision {
  const [only, ...others] = config.queues;
  if (!only || others.length > 0 || state.queueId !== null) return silent(state);
  const { actions, state: joined } = joinQueue(state, only, 'app');
  return { actions, state: { ...joined, chatbot: joined.chatbot && !state.isGroup } };
}

function goOn(turn: BotInput): Decision {
  const queue = queueOf(turn.config, turn.state.queueId);
  if (!queue) return begin(forgetLostQueue(turn));
  return inHours(turn, queue, (open) => {
    const responder = responderAt(open.config, open.state, queue);
    if (responder) return ask(open.state, responder);
    if (open.state.responder && queue.options.length > 0) return beginIn(afterLoss(open), queue);
    if (!open.state.chatbot) return comeBack(afterLoss(open), queue);
    return open.state.memory.greeted ? inOptionTree(open, queue) : beginIn(open, queue);
  });
}

function comeBack(turn: BotInput, queue: BotQueue): Decision {
  const { state } = turn;
  if (state.memory.leftQueue !== queue.id || queue.options.length === 0) return silent(state);
  return state.memory.greeted ? showRoot(state, queue) : beginIn(turn, queue);
}

/** After the queue was deleted its state is dropped and the menu shown again. */
function forgetLostQueue(turn: BotInput): BotInput {
  const { state } = turn;
  if (state.queueId === null && !state.chatbot) return turn;
  const { over } = state.memory;
  return { ...turn, state: remembering(outside(state), { menuAt: undefined, over }) };
}

function begin(turn: BotInput): Decision {
  const [only, ...others] = turn.config.queues;
  if (only && others.length === 0) return beginInSoleQueue(turn, only);
  return inHours(turn, undefined, (open) => {
    const responder = responderAt(open.config, open.state);
    if (responder) return ask(open.state, responder);
    return only ? atQueueMenu(afterLoss(open)) : greet(afterLoss(open));
  });
}

/** A responder that was removed meanwhile would have the ticket for good. */
const afterLoss = (turn: BotInput): BotInput => ({ ...turn, state: { ...turn.state, responder: null } });

/** Contract, message-flow §6.1. Its people see the ticket also when it is closed. */
function beginInSoleQueue(turn: BotInput, queue: BotQueue): Decision {
  return followed(joinQueue(turn.state, queue, 'app'), (state) =>
    inHours({ ...turn, state }, queue, (open) => beginIn(open, queue)),
  );
}

function beginIn(turn: BotInput, queue: BotQueue): Decision {
  const { config, state } = turn;
  const isSole = config.queues.length === 1 && config.queues[0]?.id === queue.id;
  const isGreeted = config.greetsForOneQueue && isSole;
  const greeting = isGreeted ? greet(turn) : silent(state);
  const begun = { ...greeting, state: remembering(greeting.state, { greeted: true }) };
  return followed(begun, (next) => {
    const responder = responderAt(config, next, queue);
    if (responder) return ask(next, responder);
    return queue.options.length > 0 ? showQueue(next, queue) : leave(next);
  });
}

function greet({ config, state }: BotInput): Decision {
  if (state.memory.greeted || config.greeting.trim() === '') return silent(state);
  return { actions: textAction('greeting', config.greeting), state: remembering(state, { greeted: true }) };
}

function startAgain(turn: BotInput): Decision {
  const { config, state } = turn;
  if (config.queues.length === 0) return goOn(turn);
  if (config.queues.length === 1) return begin({ ...turn, state: outside(state) });
  const left = state.queueId === null ? [] : [{ type: 'queue', queueId: null, by: 'customer' } as const];
  const { responder: front } = config;
  const after = front ? withoutResponder(outside(state), responderKey(front)) : outside(state);
  return followed({ actions: left, state: after }, (free) =>
    inHours({ ...turn, state: free }, undefined, showQueueMenu),
  );
}

function outside(state: BotState): BotState {
  const free = { ...state, queueId: null, optionId: null, chatbot: false, responder: null };
  return remembering(free, { saidInvalid: false, misses: 0, over: undefined });
}

function inHours(turn: BotInput, queue: BotQueue | undefined, next: (turn: BotInput) => Decision): Decision {
  const closed = closedText(turn, queue);
  return closed === undefined ? next(turn) : sendClosed(turn, closed);
}
