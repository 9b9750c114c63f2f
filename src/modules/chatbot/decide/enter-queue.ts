import {
  type BotConfig,
  type BotQueue,
  type BotState,
  type Decision,
  followed,
  remembering,
  say,
  send,
} from './bot.ts';
import { ask, machineAt } from './machine.ts';
import { leave, showRoot } from './option-tree.ts';

export function joinQueue(state: BotState, { id, options }: BotQueue, by: 'customer' | 'desk'): Decision {
  const next = { ...state, queueId: id, optionId: null, chatbot: options.length > 0, machine: null };
  return {
    actions: state.queueId === id ? [] : [{ type: 'queue', queueId: id, by }],
    state: remembering(next, { saidInvalid: false, misses: 0 }),
  };
}

/** The customer has chosen it. */
export function enterQueue(config: BotConfig, state: BotState, queue: BotQueue): Decision {
  return followed(joinQueue(state, queue, 'customer'), (joined) => {
    const words = [...say('queue', queue.greeting), ...send('queue', queue.media)];
    const machine = machineAt(config, joined, queue);
    if (machine) return followed({ actions: words, state: joined }, (next) => ask(next, machine));
    if (queue.options.length > 0) return showQueue(joined, queue);
    return followed({ actions: words, state: joined }, leave);
  });
}

export function showQueue(state: BotState, queue: BotQueue): Decision {
  const { actions, state: next } = showRoot(state, queue);
  return { actions: [...actions, ...send('queue', queue.media)], state: next };
}
