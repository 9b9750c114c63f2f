import { z } from 'zod';

export const CONNECTION_STATUSES = [
  'OPENING',
  'qrcode',
  'PAIRING',
  'CONNECTED',
  'TIMEOUT',
  'DISCONNECTED',
] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** A form's switch sends 'false', and 'true' behind it when it is on. */
const flag = z
  .preprocess((value) => (Array.isArray(value) ? value.at(-1) : value), z.union([z.boolean(), z.string()]))
  .transform((value) => value === true || value === 'true')
  .optional();

const message = z.preprocess(
  (value) => value ?? undefined,
  z
    .string()
    .max(4096, 'validation:tooLong')
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .optional(),
);

/** Minutes, hours or tries; existing clients send text, and '' for what they left alone. */
const amount = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z.coerce.number().int().min(0, 'validation:invalid').max(100_000, 'validation:invalid').optional(),
);

/** None is sent as null, '' or 0. */
const orNone = z
  .preprocess(
    (value) => (value === '' || value === 0 || value === '0' ? null : value),
    z.coerce.number().int().positive().max(1e9, 'validation:invalid').nullable(),
  )
  .optional();

const HIDDEN = '••••••••';

/** What is shown of a token: how it begins, of a short one next to nothing. */
export function hideToken(token: string): string {
  return token.slice(0, Math.min(4, Math.floor(token.length / 4))) + HIDDEN;
}

/** Existing clients send the whole form back: what they were shown, and nothing, leave the token as it is. */
const token = z
  .preprocess(
    (value) => (value === '' || value === null || String(value).endsWith(HIDDEN) ? undefined : value),
    z.string().trim().min(2, 'validation:tooShort').max(200, 'validation:tooLong').optional(),
  )
  .optional();

export const ConnectionInput = z.object({
  /** Spec part 1 §5: 2 to 50 characters. */
  name: z
    .string('validation:required')
    .trim()
    .min(1, 'validation:required')
    .min(2, 'validation:tooShort')
    .max(50, 'validation:tooLong'),
  isDefault: flag,
  greetingMessage: message,
  complationMessage: message,
  outOfHoursMessage: message,
  ratingMessage: message,
  expiresInactiveMessage: message,
  expiresTicket: amount,
  timeUseBotQueues: amount,
  maxUseBotQueues: amount,
  timeToTransfer: orNone,
  transferQueueId: orNone,
  /** What the message API knows it by. */
  token,
  /** Left out, the links stay as they are. */
  queueIds: z.array(z.coerce.number().int().positive()).max(500).optional(),
});
export type ConnectionInput = z.infer<typeof ConnectionInput>;

/** What is left out stays as it is. */
export const ConnectionPatch = ConnectionInput.partial();
export type ConnectionPatch = z.infer<typeof ConnectionPatch>;

/** Digits with the country code (E.164), typed with whatever is put between them. */
export const PairingInput = z.object({
  number: z
    .string('validation:required')
    .transform((text) => text.replace(/\D/g, ''))
    .pipe(z.string().regex(/^[1-9]\d{7,14}$/, 'connections:errors.number')),
});
export type PairingInput = z.infer<typeof PairingInput>;
