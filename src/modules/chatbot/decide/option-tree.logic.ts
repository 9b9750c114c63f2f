import { chosenFrom, isUp } from './answers.logic.ts';
import {
  type BotInput,
  type BotOption,
  type BotQueue,
  type BotState,
  type Decision,
  fileAction,
  remembering,
  textAction,
} from './bot.logic.ts';

const TO_START = '*[ # ]* - Menu inicial';
const UP = '*[ 0 ]* - Menu anterior';

/** After this many a person is needed; also ends loops between two bots. */
const MAX_MISSES = 3;

/** Contract, message-flow §6.3. */
export function inOptionTree({ state, text }: BotInput, queue: BotQueue): Decision {
  const path = pathTo(queue.options, state.optionId);
  const current = path.at(-1);
  if (current && isUp(text)) return show(state, queue, path.at(-2));
  const level = current ? current.options : queue.options;
  if (level.length === 0) return leave(state);
  const chosen =
    chosenFrom(level, text, ({ option, title }) => ({ number: option, name: title })) ??
    (current && level.length === 1 ? level[0] : undefined);
  return chosen ? enter(state, chosen) : again(state, queue, current);
}

export function showRoot(state: BotState, { greeting, options }: BotQueue): Decision {
  return {
    actions: textAction('options', [`${greeting}\n`, ...lines(options), TO_START].join('\n')),
    state: { ...remembering(state, { misses: 0, leftQueue: undefined }), optionId: null, chatbot: true },
  };
}

function enter(state: BotState, option: BotOption): Decision {
  const entered = { type: 'option', option } as const;
  if (option.options.length > 0) {
    const { actions, state: next } = showOption(state, option);
    return { actions: [entered, ...actions], state: next };
  }
  const { actions, state: next } = leave(state);
  const content = [...textAction('option', option.message), ...fileAction('option', option.media)];
  return { actions: [entered, ...content, ...actions], state: next };
}

function showOption(state: BotState, { id, message, media, options }: BotOption): Decision {
  const text = [`${message}\n`, ...lines(options), UP, TO_START].join('\n');
  return {
    actions: [...textAction('option', text), ...fileAction('option', media)],
    state: { ...remembering(state, { misses: 0 }), optionId: id },
  };
}

function show(state: BotState, queue: BotQueue, option: BotOption | undefined): Decision {
  return option ? showOption(state, option) : showRoot(state, queue);
}

function again(state: BotState, queue: BotQueue, option: BotOption | undefined): Decision {
  const misses = (state.memory.misses ?? 0) + 1;
  if (misses > MAX_MISSES) return leave(state);
  const { actions, state: next } = show(state, queue, option);
  return { actions, state: remembering(next, { misses }) };
}

export function leave(state: BotState): Decision {
  return {
    actions: [{ type: 'people' }],
    state: { ...state, optionId: null, chatbot: false, responder: null },
  };
}

const lines = (options: BotOption[]) => options.map(({ option, title }) => `*[ ${option} ]* - ${title}`);

/** From the first level down to that option; empty when it no longer exists. */
function pathTo(options: BotOption[], id: number | null): BotOption[] {
  if (id === null) return [];
  for (const option of options) {
    if (option.id === id) return [option];
    const below = pathTo(option.options, id);
    if (below.length > 0) return [option, ...below];
  }
  return [];
}
