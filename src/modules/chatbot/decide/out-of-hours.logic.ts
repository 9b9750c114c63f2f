import { type BotInput, type BotQueue, type Decision, remembering, silent, textAction } from './bot.logic.ts';

/** Text while the company, or the ticket's queue, is closed. Without a text hours have no effect. */
export function closedText({ config, isOpen }: BotInput, queue: BotQueue | undefined): string | undefined {
  const { scheduleType } = config;
  const at = scheduleType === 'company' ? config : scheduleType === 'queue' ? queue : undefined;
  return at?.outOfHours.trim() && !isOpen(at.hours) ? at.outOfHours : undefined;
}

const SILENCE_MS = 60 * 60_000;

/** Repeated only after an hour of silence from the customer. */
export function sendClosed({ state, now }: BotInput, text: string): Decision {
  const last = state.memory.outOfHoursAt;
  const next = remembering(state, { outOfHoursAt: now });
  if (last !== undefined && now - last < SILENCE_MS) return silent(next);
  return { actions: textAction('outOfHours', text), state: next };
}
