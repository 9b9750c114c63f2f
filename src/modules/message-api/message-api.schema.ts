import { z } from 'zod';
import { idOrNone, lines, yesOrNo } from '../../schemas/form.schema.ts';
import { parsedJson } from '../../schemas/parsed-json.schema.ts';
import { storable } from '../../schemas/storable.schema.ts';
import { MAX_BODY, MAX_FILES, MAX_MEDIA_BYTES } from '../messages/message-limits.schema.ts';

const MAX_NUMBERS = 100;
/** Includes base64 files; read in one piece. */
export const MAX_JSON_BYTES = 4 * 1024 * 1024;
export const API_FILES = { field: 'medias', maxBytes: MAX_MEDIA_BYTES, maxFiles: MAX_FILES };
/** Per connection token; each number costs one. */
export const MESSAGES_PER_MINUTE = { tries: 120, perSeconds: 60 };
const MAX_NUMBER = 40;
const MAX_VALUE = 1000;
const MAX_VALUES = 50;

/** Existing clients also send digits as a JSON number. */
const number = z
  .union([z.string(), z.number()], 'messageApi:numberRequired')
  .transform((value) => String(value).trim())
  .pipe(z.string().max(MAX_NUMBER, 'messageApi:numberInvalid'));

/** A single string is one number: multipart forms have no lists. */
const numbers = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',') : value),
  z.array(number).min(1, 'messageApi:numberRequired').max(MAX_NUMBERS, 'messageApi:tooManyNumbers'),
);

/** Values are inserted literally: they cannot reference another variable. */
const variables = z.preprocess(
  (value) => (typeof value === 'string' ? parsedJson(value) : value),
  z
    .record(z.string().max(60), z.union([z.string().max(MAX_VALUE, 'validation:tooLong'), z.number()]))
    .refine((values) => Object.keys(values).length <= MAX_VALUES, 'validation:tooLong')
    .transform((values) =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, storable(String(value))])),
    ),
);

/** Not allowed with `sendAt`: the ticket's later state is unknown. */
const FOR_NOW = ['queueId', 'userId', 'closeTicket', 'quoted', 'sendSignature'] as const;

const MAX_NAME = 200;
const address = z.url({ protocol: /^https?$/, error: 'validation:invalid' }).max(2000, 'validation:tooLong');
const shortText = z.string().max(MAX_NAME, 'validation:tooLong').optional();

/** Base64, also as a data URL, or a public address. */
const ApiFile = z.union([
  z.string().transform((text) => (/^https?:/.test(text) ? { url: text } : { data: text })),
  z
    .object({
      ...{ name: shortText, filename: shortText, fileName: shortText, mime: shortText, mimetype: shortText },
      data: z.string().optional(),
      base64: z.string().optional(),
      url: z.string().optional(),
      caption: z.string().max(MAX_BODY, 'validation:tooLong').optional(),
    })
    .transform(({ data, base64, url, caption = '', ...rest }) => ({
      ...{ data: data ?? base64, url, caption },
      name: rest.name ?? rest.filename ?? rest.fileName,
      mime: rest.mime ?? rest.mimetype,
    })),
]);

const apiFile = ApiFile.transform((file, context): ApiFileInput => {
  const { name = '', mime = '', caption = '', url, data } = { ...NO_FILE, ...file };
  const content = { name, mime, caption: storable(caption) };
  if (url !== undefined && address.safeParse(url).success) return { ...content, url };
  const inline = data === undefined || url !== undefined ? undefined : bytesIn(data);
  if (inline) return { ...content, mime: mime || inline.mime, bytes: inline.bytes };
  context.addIssue({ code: 'custom', message: 'messageApi:fileInvalid' });
  return z.NEVER;
});

type FileText = { name: string; mime: string; caption: string };
export type ApiFileInput = FileText & ({ url: string } | { bytes: Uint8Array });

const NO_FILE: { name?: string; mime?: string; caption?: string; url?: string; data?: string } = {};
const MAX_HEADER = 200;

function bytesIn(text: string): { bytes: Uint8Array; mime: string } | undefined {
  const comma = text.startsWith('data:') ? text.slice(0, MAX_HEADER).indexOf(',') : -1;
  const head = comma < 0 ? '' : text.slice('data:'.length, comma);
  if (text.startsWith('data:') && !head.endsWith(';base64')) return undefined;
  try {
    const bytes = Uint8Array.fromBase64(text.slice(comma + 1));
    return bytes.length > 0 ? { bytes, mime: head.replace(/;base64$/, '') } : undefined;
  } catch {
    return undefined;
  }
}

const listed = (value: unknown) => (value === undefined || Array.isArray(value) ? value : [value]);
const mostFiles = (file: z.ZodType<ApiFileInput>) =>
  z.preprocess(
    listed,
    z.array(file, 'messageApi:fileInvalid').max(MAX_FILES, 'messageApi:fileInvalid').optional(),
  );

/** Field names of other systems: if ignored, the text would be sent and the file lost. */
const NOT_FILES = ['media', 'file', 'files', 'mediaUrls', 'fileUrl', 'attachment', 'attachments', 'base64'];

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
    medias: mostFiles(apiFile),
    mediaUrl: mostFiles(address.transform((url) => ({ name: '', mime: '', caption: '', url }))),
    ...Object.fromEntries(NOT_FILES.map((name) => [name, z.undefined('messageApi:fileField').optional()])),
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
