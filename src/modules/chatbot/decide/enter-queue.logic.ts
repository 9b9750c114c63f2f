import {
  type BotConfig,
  type BotQueue,
  type BotState,
  type Decision,
  fileAction,
  followed,
  remembering,
  textAction,
} from './bot.logic.ts';
import { leave, showRoot } from './option-tree.logic.ts';
import { ask, responderAt } from './responder.logic.ts';

export function joinQueue(state: BotState, { id, options }: BotQueue, by: 'customer' | 'app'): Decision {
  const next = { ...state, queueId: id, optionId: null, chatbot: options.length > 0, responder: null };
  return {
    actions: state.queueId === id ? [] : [{ type: 'queue', queueId: id, by }],
    state: remembering(next, { saidInvalid: false, misses: 0 }),
  };
}

export function enterQueue(config: BotConfig, state: BotState, queue: BotQueue): Decision {
  return followed(joinQueue(state, queue, 'customer'), (joined) => {
    const content = [...textAction('queue', queue.greeting), ...fileAction('queue', queue.media)];
    const responder = responderAt(config, joined, queue);
    if (responder) return followed({ actions: content, state: joined }, (next) => ask(next, responder));
    if (queue.options.length > 0) return showQueue(joined, queue);
    return followed({ actions: content, state: joined }, leave);
  });
}

export function showQueue(state: BotState, queue: BotQueue): Decision {
  const { actions, state: next } = showRoot(state, queue);
  return { actions: [...actions, ...fileAction('queue', queue.media)], state: next };
}
