import { zonedTime } from '@/core/zoned-time.ts';

const PARTS = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/;

/** `YYYY-MM-DD HH:mm:ss` or `YYYY-MM-DDTHH:mm`, in that zone unless it names one. Undefined: invalid. */
export function readMoment(text: string, timeZone: string): Date | undefined {
  const [, day = '', time = '', seconds = '0', zone] = PARTS.exec(text.trim()) ?? [];
  const at = zone
    ? new Date(`${day}T${time}:${seconds.padStart(2, '0')}${zone}`)
    : zonedTime(day, time, timeZone);
  const moment = zone ? at : new Date(at.getTime() + Number(seconds) * 1000);
  const year = moment.getUTCFullYear();
  return year >= 2000 && year < 2200 && Number(seconds) < 60 ? moment : undefined;
}
