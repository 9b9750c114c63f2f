import { chosenFrom } from './answers.logic.ts';
import {
  type BotConfig,
  type BotInput,
  type BotQueue,
  type BotState,
  type Decision,
  remembering,
  silent,
  textAction,
} from './bot.logic.ts';
import { enterQueue } from './enter-queue.logic.ts';
import { closedText } from './out-of-hours.logic.ts';

const INVALID = 'Opção inválida, por favor, escolha uma opção válida.';
const BACK = '\n\n*[ # ]* - Voltar ao Menu Principal';

/** A number or a name is an answer only after a question, so not in the first message of an attendance. */
export function atQueueMenu(turn: BotInput): Decision {
  const { config, state, text } = turn;
  if (state.memory.menuAt === undefined) return showQueueMenu(turn);
  const chosen = chosenFrom(config.queues, text, ({ name }, index) => ({ number: String(index + 1), name }));
  return chosen ? choose(turn, chosen) : unknown(turn);
}

export function showQueueMenu({ config, state, now }: BotInput): Decision {
  const { maxUseBotQueues } = config;
  if (maxUseBotQueues > 0 && state.menus >= maxUseBotQueues) return silent(leftAlone(state));
  const next = { ...state, menus: state.menus + 1 };
  return {
    actions: textAction('menu', menuText(config)),
    state: remembering(next, { menuAt: now, saidInvalid: false, greeted: true, leftMenu: undefined }),
  };
}

function menuText({ greeting, queues }: BotConfig): string {
  const lines = queues.map(({ name }, index) => `*[ ${index + 1} ]* - ${name}`);
  return `${greeting}\n\n${lines.join('\n')}`;
}

/** A closed queue is not entered: its people would not notice the waiting customer. */
function choose(turn: BotInput, queue: BotQueue): Decision {
  const { state, now } = turn;
  const closed = closedText(turn, queue);
  if (closed === undefined) return enterQueue(turn.config, state, queue);
  return {
    actions: textAction('outOfHours', `${closed}${BACK}`),
    state: remembering(state, { outOfHoursAt: now, saidInvalid: false }),
  };
}

function unknown(turn: BotInput): Decision {
  const { config, state } = turn;
  if (config.timeUseBotQueues > 0) return isBackingOff(turn) ? silent(state) : showQueueMenu(turn);
  if (state.memory.saidInvalid) return silent(leftAlone(state));
  return { actions: textAction('invalid', INVALID), state: remembering(state, { saidInvalid: true }) };
}

/** A clock that was set back ends the backoff. */
function isBackingOff({ config, state, now }: BotInput): boolean {
  const since = now - (state.memory.menuAt ?? 0);
  return since >= 0 && since < config.timeUseBotQueues * 60_000;
}

/** The bot says no more: the customer waits for people, and may still choose. */
export function leftAlone(state: BotState): BotState {
  return state.memory.menuAt === undefined ? state : remembering(state, { leftMenu: true });
}
