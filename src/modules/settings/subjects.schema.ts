import { z } from 'zod';
import {
  PUBLIC_SETTING_DEFAULTS,
  type PublicSettingKey,
  type SettingKey,
  TIME_ZONE_KEY,
  type TimeZoneKey,
} from './settings.schema.ts';

export type Area = 'company' | 'platform';

/** Headings of an area's list of pages, from top to bottom; the first has none, the last ones are of a search. */
export const LIST_GROUPS = [
  'own',
  'companies',
  'billing',
  'presence',
  'server',
  'elsewhere',
  'platform',
  'company',
] as const;
export type ListGroup = (typeof LIST_GROUPS)[number];

export const SUBJECTS = [
  'company',
  'hours',
  'service',
  'automatic',
  'security',
  'integrations',
  'global',
] as const;
export type Subject = (typeof SUBJECTS)[number];

export type ShownSetting = SettingKey | PublicSettingKey | TimeZoneKey;

/** By invoicing system: what is needed to call it. */
export const INVOICE_SETTINGS = {
  ixc: ['ipixc', 'tokenixc'],
  mkauth: ['ipmkauth', 'clientidmkauth', 'clientsecretmkauth'],
  asaas: ['asaas'],
} as const satisfies Record<string, readonly SettingKey[]>;

/** In the order of the page. Settings of other pages are not listed. */
export const SETTINGS_OF: Record<Subject, readonly ShownSetting[]> = {
  company: [TIME_ZONE_KEY, 'weeklyMail'],
  hours: ['scheduleType'],
  service: ['chatBotType', 'userRating', 'sendTyping', 'CheckMsgIsGroup', 'call'],
  automatic: [
    'sendGreetingMessageOneQueues',
    'sendGreetingAccepted',
    'sendMsgTransfTicket',
    'scheduleLateness',
  ],
  security: ['secondFactor', 'phoneBesideDesktop'],
  integrations: Object.values(INVOICE_SETTINGS).flat(),
  global: Object.keys(PUBLIC_SETTING_DEFAULTS) as PublicSettingKey[],
};

/** Subjects of which the page is the list of their settings; hours have a page of their own. */
export type OptionSubject = Exclude<Subject, 'hours'>;

export const SubjectFilter = z.object({
  subject: z.enum(SUBJECTS).exclude(['hours']).optional().catch(undefined),
  q: z.string().trim().max(100).catch('').default(''),
});
