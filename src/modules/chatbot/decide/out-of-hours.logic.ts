import { type BotQueue, type Decision, remembering, sendText, silent, type Turn } from './bot.logic.ts';

/** Text while the company, or the ticket's queue, is closed. Without a text hours have no effect. */
export function closedText({ config, isOpen }: Turn, queue: BotQueue | undefined): string | undefined {
  const { scheduleType } = config;
  const at = scheduleType === 'company' ? config : scheduleType === 'queue' ? queue : undefined;
  return at?.outOfHours.trim() && !isOpen(at.hours) ? at.outOfHours : undefined;
}

const SILENCE_MS = 60 * 60_000;

/** Repeated only after an hour of silence from the customer. */
export function sendClosed({ state, now }: Turn, text: string): Decision {
  const last = state.memory.outOfHoursAt;
  const next = remembering(state, { outOfHoursAt: now });
  if (last !== undefined && now - last < SILENCE_MS) return silent(next);
  return { actions: sendText('outOfHours', text), state: next };
}
