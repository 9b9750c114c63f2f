import { z } from 'zod';
import { yesOrNo } from '../../form.schema.ts';

export const SETTING_DEFAULTS = {
  userRating: 'disabled',
  scheduleType: 'disabled',
  /** 'enabled' means: ignore groups. */
  CheckMsgIsGroup: 'enabled',
  /** 'disabled' means: answer calls with an automatic text. */
  call: 'enabled',
  chatBotType: 'text',
  sendGreetingAccepted: 'disabled',
  sendMsgTransfTicket: 'disabled',
  sendGreetingMessageOneQueues: 'disabled',
  sendTyping: 'enabled',
  /** Minutes. */
  scheduleLateness: '60',
  /** Whether everybody of the company needs one. */
  secondFactor: 'disabled',
  /** Tokens that the company's models may use in a month; 0 for no limit. */
  aiMonthlyTokens: '0',
  /** The id of the prompt whose account helps those who answer; '' is off. */
  aiAssistantPrompt: '',
  aiAssistantInstructions: '',
  /** What writes voice notes down on demand; '' is nothing. */
  aiAssistantAudioModel: '',
  /** For so long the audit is kept. */
  auditDays: '365',
  /** Months that messages, and media, are kept; 0 is for ever. */
  keepMessages: '0',
  keepMedia: '0',
  ipixc: '',
  tokenixc: '',
  ipmkauth: '',
  clientidmkauth: '',
  clientsecretmkauth: '',
  asaas: '',
} as const;
export type SettingKey = keyof typeof SETTING_DEFAULTS;

/** Encrypted at rest, shown to administrators only. */
export const SECRET_SETTINGS: readonly SettingKey[] = [
  'tokenixc',
  'clientidmkauth',
  'clientsecretmkauth',
  'asaas',
];

/** Where the desk asks for invoices; `https://` may be left out. */
export const ADDRESS_SETTINGS = ['ipixc', 'ipmkauth'] as const satisfies SettingKey[];

export function isAddressSetting(key: string): boolean {
  return ADDRESS_SETTINGS.some((address) => address === key);
}

export function isSecretSetting(key: string): boolean {
  return SECRET_SETTINGS.some((secret) => secret === key);
}

export const PUBLIC_SETTING_DEFAULTS = {
  trial: '3',
  allowregister: 'disabled',
  viewregister: 'disabled',
  /** Whether a company that signs itself up confirms its e-mail before it connects WhatsApp. */
  confirmEmail: 'disabled',
  /** Whether everybody may see what the desk promises and when that was last proven. */
  trustPage: 'disabled',
} as const;
export type PublicSettingKey = keyof typeof PUBLIC_SETTING_DEFAULTS;

/** Of the platform's, what strangers may read. */
export const PublicSettingKey = z.enum(['trial', 'allowregister', 'viewregister']);

const ON_OR_OFF: readonly string[] = ['enabled', 'disabled'];

export const TRIAL_DAYS = ['1', '2', '3', '4', '5', '6', '7'] as const;

const PUBLIC_VALUES: Record<PublicSettingKey, readonly string[]> = {
  trial: TRIAL_DAYS,
  allowregister: ON_OR_OFF,
  viewregister: ON_OR_OFF,
  confirmEmail: ON_OR_OFF,
  trustPage: ON_OR_OFF,
};

export function isPublicSettingKey(key: string): key is PublicSettingKey {
  return Object.hasOwn(PUBLIC_SETTING_DEFAULTS, key);
}

export function isPublicSettingValue(key: PublicSettingKey, value: string): boolean {
  return PUBLIC_VALUES[key].includes(value);
}

/** Who may read a key; existing clients’ screens depend on what everybody may. */
export const READERS: Record<SettingKey | PublicSettingKey, 'everybody' | 'admins' | 'platform'> = {
  userRating: 'everybody',
  scheduleType: 'everybody',
  CheckMsgIsGroup: 'everybody',
  call: 'everybody',
  chatBotType: 'everybody',
  sendGreetingAccepted: 'everybody',
  sendMsgTransfTicket: 'everybody',
  sendGreetingMessageOneQueues: 'everybody',
  sendTyping: 'everybody',
  scheduleLateness: 'everybody',
  secondFactor: 'admins',
  aiMonthlyTokens: 'admins',
  aiAssistantPrompt: 'admins',
  aiAssistantInstructions: 'admins',
  aiAssistantAudioModel: 'admins',
  auditDays: 'admins',
  keepMessages: 'admins',
  keepMedia: 'admins',
  ipixc: 'admins',
  tokenixc: 'admins',
  ipmkauth: 'admins',
  clientidmkauth: 'admins',
  clientsecretmkauth: 'admins',
  asaas: 'admins',
  trial: 'platform',
  allowregister: 'platform',
  viewregister: 'platform',
  confirmEmail: 'platform',
  trustPage: 'platform',
};

export const SettingInput = z.object({ value: z.coerce.string().max(2000, 'validation:tooLong') });

/** A switch sends 'false', and 'true' behind it when on. */
export const SettingForm = z.object({
  value: z.preprocess(
    (sent) => {
      const last: unknown = Array.isArray(sent) ? sent.at(-1) : sent;
      return last === 'true' ? 'enabled' : last === 'false' ? 'disabled' : last;
    },
    z.string('validation:invalid').trim().max(2000, 'validation:tooLong'),
  ),
});

/** The least is a quarter: what is still talked about must not go. */
export const KEPT_MONTHS = ['0', '3', '6', '12', '18', '24', '36', '60'] as const;

export const CHOICES = {
  scheduleType: ['disabled', 'queue', 'company'],
  chatBotType: ['text'],
  scheduleLateness: ['5', '15', '30', '60', '180', '720', '1440'],
  auditDays: ['30', '90', '180', '365', '730', '1825'],
  keepMessages: KEPT_MONTHS,
  keepMedia: KEPT_MONTHS,
  aiMonthlyTokens: ['0', '100000', '300000', '1000000', '3000000', '10000000', '30000000', '100000000'],
} as const satisfies Partial<Record<SettingKey, readonly string[]>>;

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTING_DEFAULTS, key);
}

export function isSettingValue(key: SettingKey, value: string): boolean {
  if (SETTING_DEFAULTS[key] === '') return true;
  const choices: readonly string[] = key in CHOICES ? CHOICES[key as keyof typeof CHOICES] : ON_OR_OFF;
  return choices.includes(value);
}

export type SettingChange = { key: SettingKey; before: string; value: string };

/** What the history tells of. */
export type ChangeKey = SettingKey | PublicSettingKey | 'companyHours' | 'holiday' | CampaignChangeKey;
/** Values are JSON. */
export type CampaignChangeKey = `campaign.${
  | 'messageInterval'
  | 'longerIntervalAfter'
  | 'greaterInterval'
  | 'variables'
  | 'optOut'
  | 'answers'
  | 'limit'}`;
/** No change: somebody of the platform has looked at the company. */
export const VISIT_KEY = 'visit';
export const CHANGES_PER_PAGE = 30;
export const ChangeFilter = z.object({
  after: z.coerce.number().int().positive().optional(),
  rows: z.coerce.number().int().min(0).max(1000).optional().catch(undefined),
});
export type ChangeFilter = z.infer<typeof ChangeFilter>;

export const HolidayInput = z.object({
  name: z.string('validation:required').trim().min(1, 'validation:required').max(60, 'validation:tooLong'),
  day: z
    .string('validation:required')
    .min(1, 'validation:required')
    .pipe(z.iso.date('common:validation.date'))
    .refine((day) => day >= '2000' && day < '2100', 'common:validation.date'),
  isYearly: yesOrNo,
});
export type HolidayInput = z.infer<typeof HolidayInput>;

/** Days of the suggestions that were ticked. */
export const SuggestedDays = z.object({
  days: z
    .preprocess(
      (value) => (Array.isArray(value) ? value : value ? [value] : []),
      z.array(z.iso.date('validation:invalid')).max(60, 'validation:invalid'),
    )
    .optional(),
});
