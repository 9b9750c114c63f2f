import type { BotMemory } from '@db/tenant/schema/tickets.ts';
import type { z } from 'zod';
import type { ServiceHours } from '../../../schemas/reply-fields.schema.ts';

type Hours = z.infer<typeof ServiceHours>;

export type BotMedia = { path: string; name: string; mime: string };

export type BotResponder = { kind: 'prompt' | 'integration' | 'invoices'; id: number };

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
  responder: BotResponder | null;
};

export type BotConfig = {
  greeting: string;
  outOfHours: string;
  responder: BotResponder | null;
  queues: BotQueue[];
  /** Queues of the company that this connection does not offer; tickets may still be moved there. */
  elsewhere: BotQueue[];
  /** Menus of queues in one attendance; 0 for no limit. */
  maxUseBotQueues: number;
  /** Minutes of silence after a menu of queues; 0 for none. */
  timeUseBotQueues: number;
  scheduleType: 'disabled' | 'queue' | 'company';
  greetsForOneQueue: boolean;
  hours: Hours[];
};

/** `now` in ms since 1970; `isOpen` knows the time zone and the holidays. */
export type Moment = { now: number; isOpen(hours: Hours[]): boolean };

/** `misses`: consecutive unknown answers in the option tree. */
export type Memory = BotMemory & { misses?: number };

export type BotState = {
  hasAgent: boolean;
  isGroup: boolean;
  queueId: number | null;
  optionId: number | null;
  chatbot: boolean;
  responder: BotResponder | null;
  menus: number;
  memory: Memory;
};

/** A stub is a message that cannot be read yet. */
export type Incoming = { kind: 'message' | 'call' | 'stub'; fromMe: boolean; text: string };

export type Cause = 'greeting' | 'menu' | 'invalid' | 'outOfHours' | 'queue' | 'options' | 'option';

/** In order. Texts have their variables unfilled. */
export type BotAction =
  | { type: 'text'; cause: Cause; text: string }
  | { type: 'file'; cause: Cause; media: BotMedia }
  /** Null puts the ticket back before the menu. */
  | { type: 'queue'; queueId: number | null; by: 'customer' | 'app' }
  | { type: 'option'; option: BotOption }
  | { type: 'responder'; responder: BotResponder }
  | { type: 'people' };

export type Decision = { actions: BotAction[]; state: BotState };

export type BotInput = Moment & { config: BotConfig; state: BotState; text: string };

export const NEW_BOT_STATE: BotState = {
  hasAgent: false,
  isGroup: false,
  queueId: null,
  optionId: null,
  chatbot: false,
  responder: null,
  menus: 0,
  memory: {},
};

export function silent(state: BotState): Decision {
  return { actions: [], state };
}

export function textAction(cause: Cause, text: string): BotAction[] {
  return text.trim() === '' ? [] : [{ type: 'text', cause, text: text.trim() }];
}

export function fileAction(cause: Cause, media: BotMedia | null): BotAction[] {
  return media ? [{ type: 'file', cause, media }] : [];
}

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
