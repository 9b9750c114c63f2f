import { z } from 'zod';

export const id = z.number().int();
export const moment = z.iso.datetime();
export const stamps = { createdAt: moment, updatedAt: moment };
export const address = z.url().nullable();

/** The second range exists only where a day has two. */
export const ServiceHours = z.strictObject({
  weekday: z.string(),
  weekdayEn: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  startTimeB: z.string().optional(),
  endTimeB: z.string().optional(),
});

/** `error` is a code; for bad input it is the first sentence, beside `code` and `fields`. */
export const Refusal = z
  .looseObject({
    error: z.string(),
    code: z.string().optional(),
    fields: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'Refusal' });

export const MessageReply = z.strictObject({ message: z.string() }).meta({ id: 'Said' });
/** The contract's answer to uploads and deletions of files. */
export const Done = z.strictObject({ mensagem: z.string() });

export function pageOf<Name extends string, Row extends z.ZodType>(name: Name, row: Row) {
  const list = { [name]: z.array(row) } as { [K in Name]: z.ZodArray<Row> };
  return z.strictObject({ ...list, count: z.number().int(), hasMore: z.boolean() });
}
