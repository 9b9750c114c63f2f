import type { BotMemory } from '@db/tenant/schema/tickets.ts';
import type { z } from 'zod';
import type { ServiceHours } from '../../../fields.schema.ts';

type Hours = z.infer<typeof ServiceHours>;

/** A file kept in the company's media. */
export type BotMedia = { path: string; name: string; mime: string };

/** What answers in the place of people. */
export type BotMachine = { kind: 'prompt' | 'integration' | 'invoices'; id: number };

/** `options` sorted by number; none makes it a leaf. */
export type BotOption = {
  id: number;
  option: string;
  title: string;
  message: string;
  media: BotMedia | null;
  options: BotOption[];
};

export type BotQueue = {
  id: number;
  name: string;
  greeting: string;
  outOfHours: string;
  hours: Hours[];
  media: BotMedia | null;
  options: BotOption[];
  /** It answers in the place of the options. */
  machine: BotMachine | null;
};

/** Of one connection. Texts may have variables. */
export type BotConfig = {
  greeting: string;
  outOfHours: string;
  /** In front of all queues. */
  machine: BotMachine | null;
  /** In the order of the menu. */
  queues: BotQueue[];
  /** Queues of the company that this connection does not offer; a ticket may be moved there all the same. */
  elsewhere: BotQueue[];
  /** Menus of queues in one attendance; 0 for no limit. */
  maxUseBotQueues: number;
  /** Minutes of silence after a menu of queues; 0 for none. */
  timeUseBotQueues: number;
  scheduleType: 'disabled' | 'queue' | 'company';
  greetsForOneQueue: boolean;
  /** The company's. */
  hours: Hours[];
};

/** `now` in ms since 1970; `isOpen` knows the time zone and the holidays. */
export type Moment = { now: number; isOpen(hours: Hours[]): boolean };

/** `misses`: unknown answers in a row in the tree of options. */
export type Memory = BotMemory & { misses?: number };

/** Of one ticket, in one attendance. */
export type BotState = {
  hasAgent: boolean;
  isGroup: boolean;
  queueId: number | null;
  optionId: number | null;
  /** The bot waits for the customer's answer. */
  chatbot: boolean;
  /** It has the ticket: each word of the customer goes to it. */
  machine: BotMachine | null;
  /** Menus of queues shown. */
  menus: number;
  memory: Memory;
};

/** A stub is a message that cannot be read yet. */
export type Incoming = { kind: 'message' | 'call' | 'stub'; fromMe: boolean; text: string };

export type Cause = 'greeting' | 'menu' | 'invalid' | 'outOfHours' | 'queue' | 'options' | 'option';

/** In their order. What is said is said with variables unfilled. */
export type BotAction =
  | { type: 'say'; cause: Cause; text: string }
  | { type: 'send'; cause: Cause; media: BotMedia }
  /** Null puts the ticket back before the menu. */
  | { type: 'queue'; queueId: number | null; by: 'customer' | 'desk' }
  | { type: 'option'; option: BotOption }
  /** The machine is asked. */
  | { type: 'machine'; machine: BotMachine }
  /** From here on the ticket waits for a person. */
  | { type: 'people' };

export type Decision = { actions: BotAction[]; state: BotState };

export type Turn = Moment & { config: BotConfig; state: BotState; text: string };

export const NEW_BOT_STATE: BotState = {
  hasAgent: false,
  isGroup: false,
  queueId: null,
  optionId: null,
  chatbot: false,
  machine: null,
  menus: 0,
  memory: {},
};

export function silent(state: BotState): Decision {
  return { actions: [], state };
}

export function say(cause: Cause, text: string): BotAction[] {
  return text.trim() === '' ? [] : [{ type: 'say', cause, text: text.trim() }];
}

export function send(cause: Cause, media: BotMedia | null): BotAction[] {
  return media ? [{ type: 'send', cause, media }] : [];
}

/** `first`, and then what `next` decides on the state it left. */
export function followed(first: Decision, next: (state: BotState) => Decision): Decision {
  const { actions, state } = next(first.state);
  return { actions: [...first.actions, ...actions], state };
}

export function remembering(state: BotState, news: Memory): BotState {
  return { ...state, memory: { ...state.memory, ...news } };
}

export function queueOf({ queues, elsewhere }: BotConfig, queueId: number | null): BotQueue | undefined {
  return [...queues, ...elsewhere].find(({ id }) => id === queueId);
}

/** '2', '02' and ' 2 ' are one answer. */
export function isSameAnswer(one: string, other: string): boolean {
  const plain = (text: string) => text.trim().replace(/^0+(?=\d)/, '');
  return plain(one) === plain(other);
}
