import { z } from 'zod';
import { emailAddress } from '../../schemas/email.schema.ts';
import { whole } from '../../schemas/form.schema.ts';

export const ALERT_KINDS = ['disk', 'backup', 'outbox', 'desk', 'connection', 'mail'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];
export const ALERT_NEWS = ['began', 'ended'] as const;

const MAX_ADDRESSES = 10;
const A_DAY = 1_440;

export const addressesOf = (text: string): string[] =>
  text
    .split(/[\s,;]/)
    .filter(Boolean)
    .map((address) => address.toLowerCase());

const isAddress = (text: string) => emailAddress().safeParse(text).success;

const LIMITS = { connectionMinutes: 15, outboxMinutes: 15, delayMs: 500, memoryPercent: 85 };

export const AlertForm = z.object({
  /** '' means the platform's administrators. */
  addresses: z
    .string()
    .trim()
    .max(1_000, 'validation:tooLong')
    .refine((text) => addressesOf(text).every(isAddress), 'validation:email')
    .refine((text) => addressesOf(text).length <= MAX_ADDRESSES, 'validation:tooLong'),
  url: z
    .string()
    .trim()
    .max(500, 'validation:tooLong')
    .refine((text) => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'validation:invalid'),
  connectionMinutes: whole(1, A_DAY).transform((value) => value ?? LIMITS.connectionMinutes),
  outboxMinutes: whole(1, A_DAY).transform((value) => value ?? LIMITS.outboxMinutes),
  delayMs: whole(50, 60_000).transform((value) => value ?? LIMITS.delayMs),
  memoryPercent: whole(10, 100).transform((value) => value ?? LIMITS.memoryPercent),
});
export type AlertSettings = z.infer<typeof AlertForm>;

export const MoveForm = z.object({
  company: whole(1, 999_999_999).pipe(z.number('validation:required')),
  /** '' leaves the choice to the nodes. */
  nodeId: z
    .string()
    .max(100, 'validation:tooLong')
    .transform((text) => text || null),
});
export type MoveForm = z.infer<typeof MoveForm>;

export const ALERT_DEFAULTS: AlertSettings = { addresses: '', url: '', ...LIMITS };
