import {
  type BotAction,
  type BotConfig,
  type BotQueue,
  type Decision,
  NEW_BOT_STATE,
  remembering,
} from '@/modules/chatbot/decide/bot.logic.ts';
import { decide } from '@/modules/chatbot/decide/decide.logic.ts';
import { enterQueue } from '@/modules/chatbot/decide/enter-queue.logic.ts';

export type Bubble = { from: 'customer' | 'bot' | 'desk'; text: string } | { from: 'file'; text: string };

export type Walk = {
  bubbles: Bubble[];
  isAsking: boolean;
};

const MOMENT = { now: 0, isOpen: () => true };

/** A customer chooses the queue and answers, with the bot's own code. `atPeople` is shown where a person takes over. */
export function walk(queue: BotQueue, answers: readonly string[], atPeople: string): Walk {
  const config = configOf(queue);
  const first = enterQueue(config, remembering(NEW_BOT_STATE, { greeted: true }), queue);
  const bubbles = bubblesOf(first, atPeople);
  let { state } = first;
  for (const text of answers) {
    const incoming = { kind: 'message', fromMe: false, text } as const;
    const decision = decide(config, state, incoming, MOMENT);
    bubbles.push({ from: 'customer', text }, ...bubblesOf(decision, atPeople));
    state = decision.state;
  }
  return { bubbles, isAsking: state.chatbot };
}

function configOf(queue: BotQueue): BotConfig {
  return {
    greeting: '',
    outOfHours: '',
    responder: null,
    queues: [queue],
    elsewhere: [],
    maxUseBotQueues: 0,
    timeUseBotQueues: 0,
    scheduleType: 'disabled',
    greetsForOneQueue: false,
    hours: [],
  };
}

function bubblesOf({ actions }: Decision, atPeople: string): Bubble[] {
  return actions.flatMap((action) => bubbleOf(action, atPeople));
}

function bubbleOf(action: BotAction, atPeople: string): Bubble[] {
  switch (action.type) {
    case 'text':
      return [{ from: 'bot', text: action.text }];
    case 'file':
      return [{ from: 'file', text: action.media.name }];
    case 'people':
      return [{ from: 'desk', text: atPeople }];
    case 'queue':
    case 'responder':
    case 'option':
      return [];
  }
}
