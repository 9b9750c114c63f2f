import {
  type BotConfig,
  type BotMachine,
  type BotQueue,
  type BotState,
  type Decision,
  followed,
  type Incoming,
  type Moment,
  queueOf,
  remembering,
  say,
  silent,
  type Turn,
} from './bot.ts';
import { joinQueue, showQueue } from './enter-queue.ts';
import { ALL_MACHINES, ask, machineAt, machineKey, withoutMachine } from './machine.ts';
import { inOptionTree, leave, showRoot } from './option-tree.ts';
import { closedText, sayClosed } from './out-of-hours.ts';
import { atQueueMenu, showQueueMenu } from './queue-menu.ts';

/** The whole bot, pure: from a ticket's state and a message to what is said and the next state. */
export function decide(config: BotConfig, state: BotState, incoming: Incoming, moment: Moment): Decision {
  const turn = { ...moment, config, state, text: incoming.text.trim() };
  if (state.hasAgent) return silent(state);
  if (incoming.fromMe && state.machine) return leave(withoutMachine(state, ALL_MACHINES));
  if (incoming.fromMe || incoming.kind !== 'message' || state.isGroup) return withoutWords(turn);
  return turn.text === '#' ? startAgain(turn) : goOn(turn);
}

/** For a ticket that the clock or a rule has put into its queue. */
export function startInQueue(config: BotConfig, state: BotState, moment: Moment): Decision {
  const queue = queueOf(config, state.queueId);
  if (!queue || state.hasAgent || state.isGroup) return silent(state);
  const { state: joined } = joinQueue(state, queue, 'desk');
  return inHours({ ...moment, config, state: joined, text: '' }, queue, (open) => beginIn(open, queue));
}

/** The customer has left the menu of their queue: its people see the ticket, and a later word brings the menu again. */
export function giveUp(state: BotState): Decision {
  if (!state.chatbot || state.hasAgent || state.queueId === null) return silent(state);
  return leave(remembering(state, { leftQueue: state.queueId }));
}

/** The machine says nothing more in this attendance: what stands behind it goes on, without a word of the customer. */
export function handOver(config: BotConfig, state: BotState, machine: BotMachine, moment: Moment): Decision {
  const free = withoutMachine(state, machineKey(machine));
  if (queueOf(config, free.queueId)) return startInQueue(config, free, moment);
  const turn = { ...moment, config, state: free, text: '' };
  const [only, ...others] = config.queues;
  if (only && others.length === 0) return beginInSoleQueue(turn, only);
  return only ? inHours(turn, undefined, showQueueMenu) : leave(free);
}

/** The ticket waits for people where it is. */
export function leaveAlone(state: BotState, machine: BotMachine): Decision {
  return leave(withoutMachine(state, machineKey(machine)));
}

/** The people of a sole queue see the ticket; the bot waits for the customer's first word. */
function withoutWords({ config, state }: Turn): Decision {
  const [only, ...others] = config.queues;
  if (!only || others.length > 0 || state.queueId !== null) return silent(state);
  const { actions, state: joined } = joinQueue(state, only, 'desk');
  return { actions, state: { ...joined, chatbot: joined.chatbot && !state.isGroup } };
}

function goOn(turn: Turn): Decision {
  const queue = queueOf(turn.config, turn.state.queueId);
  if (!queue) return begin(forgetLostQueue(turn));
  return inHours(turn, queue, (open) => {
    const machine = machineAt(open.config, open.state, queue);
    if (machine) return ask(open.state, machine);
    if (!open.state.chatbot) return comeBack(open, queue);
    return open.state.memory.greeted ? inOptionTree(open, queue) : beginIn(open, queue);
  });
}

function comeBack(turn: Turn, queue: BotQueue): Decision {
  const { state } = turn;
  if (state.memory.leftQueue !== queue.id || queue.options.length === 0) return silent(state);
  return state.memory.greeted ? showRoot(state, queue) : beginIn(turn, queue);
}

/** A deleted queue takes the walk inside it away: the menu comes again. */
function forgetLostQueue(turn: Turn): Turn {
  const { state } = turn;
  if (state.queueId === null && !state.chatbot) return turn;
  const { over } = state.memory;
  return { ...turn, state: remembering(outside(state), { menuAt: undefined, over }) };
}

function begin(turn: Turn): Decision {
  const [only, ...others] = turn.config.queues;
  if (only && others.length === 0) return beginInSoleQueue(turn, only);
  return inHours(turn, undefined, (open) => {
    const machine = machineAt(open.config, open.state);
    if (machine) return ask(open.state, machine);
    return only ? atQueueMenu(open) : greet(open);
  });
}

/** Contract, message-flow §6.1. Its people see the ticket also when nobody is there. */
function beginInSoleQueue(turn: Turn, queue: BotQueue): Decision {
  return followed(joinQueue(turn.state, queue, 'desk'), (state) =>
    inHours({ ...turn, state }, queue, (open) => beginIn(open, queue)),
  );
}

function beginIn(turn: Turn, queue: BotQueue): Decision {
  const { config, state } = turn;
  const isSole = config.queues.length === 1 && config.queues[0]?.id === queue.id;
  const isGreeted = config.greetsForOneQueue && isSole;
  const greeting = isGreeted ? greet(turn) : silent(state);
  const begun = { ...greeting, state: remembering(greeting.state, { greeted: true }) };
  return followed(begun, (next) => {
    const machine = machineAt(config, next, queue);
    if (machine) return ask(next, machine);
    return queue.options.length > 0 ? showQueue(next, queue) : leave(next);
  });
}

/** Once in an attendance. */
function greet({ config, state }: Turn): Decision {
  if (state.memory.greeted || config.greeting.trim() === '') return silent(state);
  return { actions: say('greeting', config.greeting), state: remembering(state, { greeted: true }) };
}

function startAgain(turn: Turn): Decision {
  const { config, state } = turn;
  if (config.queues.length === 0) return goOn(turn);
  if (config.queues.length === 1) return begin({ ...turn, state: outside(state) });
  const left = state.queueId === null ? [] : [{ type: 'queue', queueId: null, by: 'customer' } as const];
  const { machine: front } = config;
  const behind = front ? withoutMachine(outside(state), machineKey(front)) : outside(state);
  return followed({ actions: left, state: behind }, (free) =>
    inHours({ ...turn, state: free }, undefined, showQueueMenu),
  );
}

function outside(state: BotState): BotState {
  const free = { ...state, queueId: null, optionId: null, chatbot: false, machine: null };
  return remembering(free, { saidInvalid: false, misses: 0, over: undefined });
}

function inHours(turn: Turn, queue: BotQueue | undefined, next: (turn: Turn) => Decision): Decision {
  const closed = closedText(turn, queue);
  return closed === undefined ? next(turn) : sayClosed(turn, closed);
}
