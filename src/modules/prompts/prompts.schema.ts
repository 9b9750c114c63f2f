import { z } from 'zod';
import { amount, idOrNone, lines, secret, whole, yesOrNo } from '../../schemas/form.schema.ts';
import { listFilter } from '../../schemas/list-filter.schema.ts';
import { storable } from '../../schemas/storable.schema.ts';

export const AI_PURPOSES = [
  'answer',
  'test',
  'suggestion',
  'summary',
  'translation',
  'tone',
  'transcription',
  'voice',
] as const;
export type AiPurpose = (typeof AI_PURPOSES)[number];

export const PROMPTS_PER_PAGE = 20;
export const DEFAULT_MODEL = 'gpt-4.1-mini';
export const KNOWN_MODELS = ['gpt-4.1-mini', 'gpt-4.1', 'gpt-4o-mini', 'gpt-4o', 'gpt-5-mini'];
export const PRICE_CURRENCY = 'USD';
export const OPENAI_URL = 'https://api.openai.com/v1';

/** Shown instead of a key; sent back or left out, the stored key stays. */
export const MASK = '••••';

export const NO_VOICE = 'texto';
/** Azure's neural voices of Brazilian Portuguese. */
export const VOICES = [
  NO_VOICE,
  ...[
    'Francisca',
    'Antonio',
    'Brenda',
    'Donato',
    'Elza',
    'Fabio',
    'Giovanna',
    'Humberto',
    'Julio',
    'Leila',
  ].map((name) => `pt-BR-${name}Neural`),
  ...['Leticia', 'Manuela', 'Nicolau', 'Valerio', 'Yara'].map((name) => `pt-BR-${name}Neural`),
];

export const MAX_NAME = 100;
const MAX_PROMPT = 20_000;

const textField = (most: number) =>
  z.preprocess((value) => value ?? undefined, lines(most).transform(storable).optional());

const key = secret(500, MASK);

const decimal = (most: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.trim().replace(',', '.') : value),
    z
      .union(
        [z.literal('').transform(() => null), z.coerce.number('validation:invalid')],
        'validation:invalid',
      )
      .pipe(
        z
          .number('validation:invalid')
          .min(0, 'validation:invalid')
          .max(most, 'validation:invalid')
          .nullable(),
      )
      .nullish(),
  );

const withoutSlash = (address: string) => (address.endsWith('/') ? address.slice(0, -1) : address);

/** The company's own server, or one that the operator allowed; credentials in it would be shown. */
const baseUrl = z.preprocess(
  (value) => (typeof value === 'string' ? withoutSlash(value.trim()) : (value ?? undefined)),
  z
    .union(
      [
        z.literal(''),
        z
          .url({ protocol: /^https?$/, error: 'prompts:errors.address' })
          .max(300, 'validation:tooLong')
          .refine(
            (url) => new URL(url).username === '' && new URL(url).search === '',
            'prompts:errors.address',
          ),
      ],
      'prompts:errors.address',
    )
    .optional(),
);

const voice = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z.enum(VOICES as [string, ...string[]], 'validation:invalid').optional(),
);

const fields = {
  prompt: textField(MAX_PROMPT),
  facts: textField(MAX_PROMPT),
  apiKey: key,
  baseUrl,
  model: z.preprocess(
    (value) => value ?? undefined,
    z
      .string()
      .trim()
      .max(100, 'validation:tooLong')
      .regex(/^[\w.:/@-]*$/, 'validation:invalid')
      .optional(),
  ),
  queueId: idOrNone,
  maxMessages: whole(0, 100),
  maxTokens: whole(1, 32_000),
  temperature: decimal(2),
  maxAnswers: amount,
  readsPictures: yesOrNo,
  voice,
  voiceKey: key,
  voiceRegion: z.preprocess(
    (value) => (typeof value === 'string' ? value.trim().toLowerCase() : (value ?? undefined)),
    z
      .string()
      .regex(/^([a-z0-9-]{2,40})?$/, 'validation:invalid')
      .optional(),
  ),
  priceIn: decimal(100_000),
  priceOut: decimal(100_000),
};

/** The service refuses missing fields, with the contract's codes. */
export const PromptInput = z.object({
  name: z.preprocess(
    (value) => value ?? undefined,
    z.string().trim().max(MAX_NAME, 'validation:tooLong').optional(),
  ),
  ...fields,
});
export type PromptInput = z.infer<typeof PromptInput>;

/** Spec part 2 §5. The queue is checked before the key, which a refused form loses. */
export const PromptForm = z.object({
  ...fields,
  queueId: idOrNone.refine((id) => id != null, 'errors:ERR_PROMPT_QUEUEID_INVALID'),
  name: z
    .string('validation:required')
    .trim()
    .min(1, 'validation:required')
    .min(5, 'validation:tooShort')
    .max(MAX_NAME, 'validation:tooLong'),
  prompt: z
    .string('validation:required')
    .max(MAX_PROMPT, 'validation:tooLong')
    .refine((text) => text.trim() !== '', 'validation:required')
    .refine((text) => text.trim().length >= 50, 'prompts:errors.promptShort')
    .transform((text) => storable(text.replaceAll('\r\n', '\n'))),
});

export const PromptFilter = z.object(listFilter);
export type PromptFilter = z.infer<typeof PromptFilter>;

const MAX_TRIAL_LINES = 20;
export const PromptTrial = z.object({
  ...fields,
  promptId: idOrNone,
  said: z.string('validation:required').trim().min(1, 'validation:required').max(2_000, 'validation:tooLong'),
  talk: z
    .string()
    .max(60_000)
    .optional()
    .transform((text) => linesOf(text)),
});
export type PromptTrial = z.infer<typeof PromptTrial>;

const TalkLine = z.object({ fromMe: z.boolean(), text: z.string().max(8_000) });
export type TalkLine = z.infer<typeof TalkLine>;

function linesOf(text = '[]'): TalkLine[] {
  try {
    return z.array(TalkLine).parse(JSON.parse(text)).slice(-MAX_TRIAL_LINES);
  } catch {
    return [];
  }
}

export const BudgetForm = z.object({ budget: z.string().max(20) });
