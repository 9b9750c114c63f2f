import { z } from 'zod';
import { idOrNone, lines, secret, whole, yesOrNo } from '../../schemas/form.schema.ts';
import { listFilter, searchParam } from '../../schemas/list-filter.schema.ts';
import { parsedJson } from '../../schemas/parsed-json.schema.ts';
import { storable } from '../../schemas/storable.schema.ts';

export const INTEGRATION_TYPES = ['dialogflow', 'n8n', 'webhook', 'typebot'] as const;
export const INTEGRATION_LANGUAGES = ['pt-BR', 'en', 'es'] as const;
export type IntegrationType = (typeof INTEGRATION_TYPES)[number];

export const INTEGRATIONS_PER_PAGE = 20;
export const MAX_INTEGRATION_NAME = 50;
/** Shown instead of a credential; forms that send it back leave the credential unchanged. */
export const HIDDEN = '••••••••';

const textField = (most: number) =>
  z.preprocess(
    (value) => value ?? undefined,
    z.string().trim().max(most, 'validation:tooLong').transform(storable).optional(),
  );

const text = z.preprocess(
  (value) => value ?? undefined,
  lines(4_096)
    .transform((text) => storable(text.trim()))
    .optional(),
);

const webAddress = textField(1_000).refine(
  (url) => !url || isWebAddress(url),
  'queueIntegrations:errors.url',
);

const credentials = secret(20_000, HIDDEN).refine(
  (json) => json === undefined || isServiceAccount(json),
  'queueIntegrations:errors.credentials',
);

/** Standard Webhooks: `whsec_` and 24 to 64 bytes in base64. */
const signingSecret = secret(120, HIDDEN).refine(
  (key) => key === undefined || /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(key),
  'queueIntegrations:errors.signingSecret',
);

/** Spec part 2 §5; the service checks what each type needs, as it knows the stored values. */
export const IntegrationInput = z.object({
  type: z.enum(INTEGRATION_TYPES, 'validation:invalid'),
  name: z
    .string('validation:required')
    .trim()
    .min(1, 'validation:required')
    .min(2, 'validation:tooShort')
    .max(MAX_INTEGRATION_NAME, 'validation:tooLong')
    .transform(storable),
  projectName: textField(200),
  jsonContent: credentials.optional(),
  language: z.preprocess((value) => value || undefined, z.enum(INTEGRATION_LANGUAGES).optional()),
  /** '' for a Dialogflow agent on Google's own address. */
  urlN8N: webAddress,
  isSigned: yesOrNo,
  signingSecret: signingSecret.optional(),
  typebotSlug: textField(200),
  /** Minutes. */
  typebotExpires: whole(0, 525_600),
  /** Milliseconds per bubble. */
  typebotDelayMessage: whole(0, 15_000),
  typebotKeywordFinish: textField(200),
  typebotKeywordRestart: textField(200),
  typebotRestartMessage: text,
  typebotUnknownMessage: text,
  fallbackQueueId: idOrNone,
});
export type IntegrationInput = z.infer<typeof IntegrationInput>;

export const IntegrationPatch = IntegrationInput.partial();
export type IntegrationPatch = z.infer<typeof IntegrationPatch>;

export const TestSessionInput = z.object({
  projectName: z.string('validation:required').trim().min(2, 'validation:tooShort').max(200),
  jsonContent: credentials.optional(),
  language: z.string('validation:required').trim().min(2, 'validation:tooShort').max(10),
  urlN8N: webAddress.optional(),
  id: idOrNone,
});
export type TestSessionInput = z.infer<typeof TestSessionInput>;

const INVOICE_SYSTEMS = ['ixc', 'mkauth', 'asaas'] as const;
export type InvoiceSystemName = (typeof INVOICE_SYSTEMS)[number];

export const TestInvoicesInput = z.object({ system: z.enum(INVOICE_SYSTEMS, 'validation:invalid') });

export const IntegrationFilter = z.object({
  ...listFilter,
  searchParam: searchParam.transform((typed) => typed.toLowerCase()),
});
export type IntegrationFilter = z.infer<typeof IntegrationFilter>;

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}

function isServiceAccount(json: string): boolean {
  return ServiceAccount.safeParse(parsedJson(json)).success;
}

const ServiceAccount = z.looseObject({
  client_email: z.string().min(3),
  private_key: z.string().includes('PRIVATE KEY'),
});
