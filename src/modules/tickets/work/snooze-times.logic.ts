import type { Scope } from '@/core/scope.ts';
import { addDays, zonedParts, zonedTime } from '@/core/zoned-time.ts';
import type { SnoozeForm } from './ticket-forms.schema.ts';

const MORNING = '09:00';
const DAY_MS = 86_400_000;

export function snoozeTimes(now: Date, timeZone: string): { hour: Date; tomorrow: Date; monday: Date } {
  const { day } = zonedParts(now, timeZone);
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return {
    hour: new Date(now.getTime() + DAY_MS / 24),
    tomorrow: zonedTime(addDays(day, 1), MORNING, timeZone),
    monday: zonedTime(addDays(day, (8 - weekday) % 7 || 7), MORNING, timeZone),
  };
}

export function chosenTime(scope: Scope, { choice, at }: SnoozeForm): Date {
  const { timeZone } = scope;
  if (choice !== 'custom') return snoozeTimes(scope.now(), timeZone)[choice];
  const [day = '', time = ''] = at.split('T');
  return zonedTime(day, time, timeZone);
}
