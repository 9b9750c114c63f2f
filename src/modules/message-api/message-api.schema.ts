import { z } from 'zod';
import { idOrNone, lines, yesOrNo } from '../../form.schema.ts';
import { parsedJson } from '../../parsed-json.schema.ts';
import { storable } from '../../storable.schema.ts';
import { MAX_BODY, MAX_FILES, MAX_MEDIA_BYTES } from '../messages/messages.schema.ts';

export const MOST_NUMBERS = 100;
export const API_FILES = { field: 'medias', maxBytes: MAX_MEDIA_BYTES, maxFiles: MAX_FILES };
/** Of one connection's token: each number costs one. */
export const MESSAGES_PER_MINUTE = { tries: 120, perSeconds: 60 };
const MAX_NUMBER = 40;
const MAX_VALUE = 1000;
const MOST_VALUES = 50;

/** Existing clients send digits as a number, too. */
const number = z
  .union([z.string(), z.number()], 'messageApi:numberRequired')
  .transform((value) => String(value).trim())
  .pipe(z.string().max(MAX_NUMBER, 'messageApi:numberInvalid'));

/** One text is one number: a form of several parts has no lists. */
const numbers = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',') : value),
  z.array(number).min(1, 'messageApi:numberRequired').max(MOST_NUMBERS, 'messageApi:tooManyNumbers'),
);

/** Whatever a value holds is said as it is: it cannot name another variable. */
const variables = z.preprocess(
  (value) => (typeof value === 'string' ? parsedJson(value) : value),
  z
    .record(z.string().max(60), z.union([z.string().max(MAX_VALUE, 'validation:tooLong'), z.number()]))
    .refine((values) => Object.keys(values).length <= MOST_VALUES, 'validation:tooLong')
    .transform((values) =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, storable(String(value))])),
    ),
);

/** Not with a later moment: what the ticket will be by then nobody knows. */
const FOR_NOW = ['queueId', 'userId', 'closeTicket', 'quoted', 'sendSignature'] as const;

export const ApiMessage = z
  .object({
    number: number.optional(),
    numbers: numbers.optional(),
    body: lines(MAX_BODY).transform(storable).default(''),
    closeTicket: yesOrNo,
    queueId: idOrNone,
    userId: idOrNone,
    sendSignature: yesOrNo,
    quoted: idOrNone,
    sendAt: z.string().max(40, 'validation:invalid').optional(),
    variables: variables.optional(),
  })
  .superRefine((message, context) => {
    const refuse = (path: string, text: string) =>
      context.addIssue({ code: 'custom', path: [path], message: text });
    if (!message.number && !message.numbers) refuse('number', 'messageApi:numberRequired');
    if (message.number !== undefined && message.numbers) refuse('numbers', 'messageApi:numberOrNumbers');
    if (!message.sendAt) return;
    for (const name of FOR_NOW) if (message[name]) refuse(name, 'messageApi:notWithSendAt');
  });
export type ApiMessage = z.infer<typeof ApiMessage>;

export const CALLS_SHOWN = 50;

export const TextTest = z.object({
  token: z.string('validation:required').trim().min(1, 'validation:required').max(200, 'validation:tooLong'),
  number: z
    .string('messageApi:numberRequired')
    .trim()
    .min(1, 'messageApi:numberRequired')
    .regex(/^\d{1,20}$/, 'messageApi:digitsOnly'),
  body: lines(MAX_BODY).pipe(z.string().trim().min(1, 'validation:required')),
});
export const MediaTest = TextTest.omit({ body: true });
