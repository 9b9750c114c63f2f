import { z } from 'zod';
import { lines } from '../../../schemas/form.schema.ts';
import { plainTerms } from './plain-terms.schema.ts';

/** Spec part 2 §9. Seconds, except the second: after how many messages. */
export const MESSAGE_INTERVALS = [0, 5, 10, 15, 20] as const;
export const LONG_INTERVALS = [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120] as const;
export const DEFAULTS = { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60 } as const;
export const DEFAULT_KEYWORDS = ['sair', 'parar'];
/** In all three languages: a list's contacts rarely share one. */
export const DEFAULT_ANSWERS = {
  yes: [
    ...[
      '1',
      'sim',
      's',
      'quero',
      'pode',
      'ok',
      'claro',
      'aceito',
      'confirmo',
      'com certeza',
      'tenho interesse',
    ],
    ...[
      'isso',
      'beleza',
      'blz',
      'manda',
      'por favor',
      'yes',
      'y',
      'sure',
      'please',
      'si',
      'dale',
      'vale',
      'acepto',
    ],
    ...['👍', '👌', '✅'],
  ],
  no: [
    ...[
      'não',
      'nao',
      'n',
      'no',
      'não quero',
      'agora não',
      'não obrigado',
      'não obrigada',
      'hoje não',
      'sem interesse',
    ],
    ...['nunca', 'dispenso', 'no gracias', 'ahora no', 'no thanks', 'not now', 'nope', '👎', '❌'],
  ],
};

const MAX_VARIABLES = 50;
export const MAX_VARIABLE_KEY = 50;
export const MAX_VARIABLE_VALUE = 1_000;
const MAX_KEYWORDS = 10;
const MAX_KEYWORD = 30;
const MAX_ANSWERS = 40;
export const MAX_OPT_OUT_REPLY = 1_000;

const BUILT_IN_VARIABLES = ['nome', 'email', 'numero'];

/** Existing clients send the select's number or its label. */
const oneOf = <const N extends number>(choices: readonly N[]) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value),
    z.literal(choices, 'validation:invalid'),
  );

const variable = z.object({
  key: z
    .string('validation:invalid')
    .trim()
    .max(MAX_VARIABLE_KEY, 'validation:tooLong')
    .regex(/^[^{}]*$/, 'campaignSettings:errors.braces'),
  value: z.string('validation:invalid').max(MAX_VARIABLE_VALUE, 'validation:tooLong').default(''),
});
export type CampaignVariable = z.infer<typeof variable>;

const variables = z
  .preprocess(
    parsed,
    z.array(variable, 'validation:invalid').max(MAX_VARIABLES, 'campaignSettings:errors.many'),
  )
  .transform((list) => list.filter(({ key, value }) => key !== '' || value !== ''))
  .superRefine((list, context) => {
    const keys = list.map(({ key }) => key.toLowerCase());
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    if (keys.includes('')) refuse('campaignSettings:errors.noKey');
    else if (new Set(keys).size < keys.length) refuse('campaignSettings:errors.keyTwice');
    else if (keys.some((key) => BUILT_IN_VARIABLES.includes(key)))
      refuse('campaignSettings:errors.keyBuiltIn');
  });

/** Existing clients read the list as JSON text, and some send it back that way. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const intervals = {
  messageInterval: oneOf(MESSAGE_INTERVALS),
  longerIntervalAfter: oneOf(LONG_INTERVALS),
  greaterInterval: oneOf(LONG_INTERVALS),
};

export const CampaignSettingsInput = z.object({ ...intervals, variables }).partial();
export type CampaignSettingsInput = z.infer<typeof CampaignSettingsInput>;

export const CampaignSettingsBody = z.object({ settings: CampaignSettingsInput });

const texts = z.preprocess(
  (value) => (value === undefined ? [] : [value].flat()),
  z.array(z.string()).max(MAX_VARIABLES + 5),
);

export const PacingForm = z
  .object({ ...intervals, variableKey: texts, variableValue: texts })
  .transform(({ variableKey, variableValue, ...pacing }, context) => {
    const list = variableKey.map((key, index) => ({ key, value: variableValue[index] ?? '' }));
    const own = variables.safeParse(list);
    for (const { message } of own.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: ['variables'], message });
    return { ...pacing, variables: own.data ?? [] };
  });

const keyword = z
  .string()
  .min(2, 'campaignSettings:errors.shortKeyword')
  .max(MAX_KEYWORD, 'validation:tooLong');

const keywords = z.preprocess(
  (value) => (typeof value === 'string' ? termsIn(value) : value),
  z.array(keyword).max(MAX_KEYWORDS, 'campaignSettings:errors.manyKeywords'),
);

function termsIn(text: string): string[] {
  const terms = text.split(/[,;\n]/).map((term) => term.trim());
  return [...new Set(terms.filter((term) => term !== ''))];
}

const answers = z.preprocess(
  (value) => (typeof value === 'string' ? termsIn(value) : value),
  z
    .array(z.string().max(MAX_KEYWORD, 'validation:tooLong'))
    .min(1, 'validation:required')
    .max(MAX_ANSWERS, 'campaignSettings:errors.manyAnswers')
    .refine((terms) => terms.every((term) => plainTerms(term).length > 0), 'campaignSettings:errors.noWord'),
);

/** No term may be both a yes and a no. */
export const AnswerSettings = z
  .object({ yes: answers, no: answers })
  .refine(({ yes, no }) => !yes.some((term) => no.some((other) => isSame(term, other))), {
    path: ['no'],
    message: 'campaignSettings:errors.yesAndNo',
  });
export type AnswerSettings = z.infer<typeof AnswerSettings>;

const isSame = (one: string, other: string) => plainTerms(one).join(' ') === plainTerms(other).join(' ');

/** No keyword: opting out by message is off. No reply: it is not confirmed. */
export const OptOutSettings = z.object({
  keywords,
  reply: lines(MAX_OPT_OUT_REPLY).transform((text) => text.trim()),
});
export type OptOutSettings = z.infer<typeof OptOutSettings>;
