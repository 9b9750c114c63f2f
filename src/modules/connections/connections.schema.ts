import { z } from 'zod';
import { amount, idOrNone, lines, yesOrNo } from '../../schemas/form.schema.ts';
import { refuseUnknown } from '../messages/write/refuse-unknown-variables.schema.ts';

export const CONNECTION_STATUSES = [
  'OPENING',
  'qrcode',
  'PAIRING',
  'CONNECTED',
  'TIMEOUT',
  'DISCONNECTED',
] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

const message = z.preprocess(
  (value) => value ?? undefined,
  lines(4096)
    .transform((text) => text.trim())
    .optional(),
);

const HIDDEN = '••••••••';

export function hideToken(token: string): string {
  return token.slice(0, Math.min(4, Math.floor(token.length / 4))) + HIDDEN;
}

/** 120 random bits in Base64; what existing clients generate is longer. */
export const FEWEST_TOKEN_LETTERS = 20;

/** Detects tokens under 16 letters, once allowed, by their masked form. */
export const isShortToken = (shown: string) => shown !== '' && shown.length < 4 + HIDDEN.length;

/** Existing clients send the whole form back: '' and the masked token both leave it unchanged. */
const token = z
  .preprocess(
    (value) => (value === '' || value === null || String(value).endsWith(HIDDEN) ? undefined : value),
    z
      .string()
      .trim()
      .min(FEWEST_TOKEN_LETTERS, 'connections:errors.shortToken')
      .max(200, 'validation:tooLong')
      .optional(),
  )
  .optional();

/** Value of an emptied field; null and a missing field leave the stored one unchanged. */
const amountOr = (emptied: number) =>
  z.preprocess((value) => (value === '' ? emptied : (value ?? undefined)), amount).optional();

/** The form adds one empty value to the checkboxes, so that choosing none is sent too. */
const queueIds = z
  .preprocess(
    (value) => (value == null ? undefined : [value].flat().filter((one) => one !== '')),
    z.array(z.coerce.number().int().positive()).max(500).optional(),
  )
  .optional();

const provider = z
  .preprocess(
    (value) => value || undefined,
    z.string().trim().min(1).max(20, 'validation:tooLong').optional(),
  )
  .optional();

export const ConnectionInput = z.object({
  name: z
    .string('validation:required')
    .trim()
    .min(1, 'validation:required')
    .min(2, 'validation:tooShort')
    .max(50, 'validation:tooLong'),
  isDefault: yesOrNo,
  greetingMessage: message,
  complationMessage: message,
  outOfHoursMessage: message,
  ratingMessage: message,
  expiresInactiveMessage: message,
  expiresTicket: amountOr(0),
  timeUseBotQueues: amountOr(0),
  maxUseBotQueues: amountOr(3),
  timeToTransfer: idOrNone,
  transferQueueId: idOrNone,
  promptId: idOrNone,
  integrationId: idOrNone,
  provider,
  token,
  queueIds,
});
export type ConnectionInput = z.infer<typeof ConnectionInput>;

export const ConnectionForm = ConnectionInput.superRefine(
  refuseUnknown([
    ...['greetingMessage', 'complationMessage', 'outOfHoursMessage', 'ratingMessage'],
    ...['expiresInactiveMessage', 'transferMessage'],
  ]),
);

export const ConnectionPatch = ConnectionInput.partial();
export type ConnectionPatch = z.infer<typeof ConnectionPatch>;

/** Digits with the country code (E.164). */
export const PairingInput = z.object({
  number: z
    .string('validation:required')
    .transform((text) => text.replace(/\D/g, ''))
    .pipe(z.string().regex(/^[1-9]\d{7,14}$/, 'connections:errors.number')),
});
export type PairingInput = z.infer<typeof PairingInput>;

export const ConnectionFilter = z.object({ online: z.stringbool().optional().catch(undefined) });
