import { type BotConfig, type BotQueue, type Decision, remembering, say, silent, type Turn } from './bot.ts';
import { isOpen } from './hours.ts';

/** What is said while the company, or the ticket's queue, is closed. Without a text hours have no effect. */
export function closedText(config: BotConfig, queue: BotQueue | undefined, now: number): string | undefined {
  const closed = closedBy(config, queue, now);
  return closed?.trim() ? closed : undefined;
}

function closedBy(config: BotConfig, queue: BotQueue | undefined, now: number): string | undefined {
  const { scheduleType, holidays, timeZone } = config;
  const at = scheduleType === 'company' ? config : scheduleType === 'queue' ? queue : undefined;
  return at && !isOpen(at.hours, holidays, now, timeZone) ? at.outOfHours : undefined;
}

const SILENCE_MS = 60 * 60_000;

/** Again only when the customer has been silent for an hour. */
export function sayClosed({ state, now }: Turn, text: string): Decision {
  const last = state.memory.outOfHoursAt;
  const next = remembering(state, { outOfHoursAt: now });
  if (last !== undefined && now - last < SILENCE_MS) return silent(next);
  return { actions: say('outOfHours', text), state: next };
}
