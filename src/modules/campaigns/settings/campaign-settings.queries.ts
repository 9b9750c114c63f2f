import { campaignSettings as rows } from '@db/tenant/schema/index.ts';
import { asc, inArray } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Locale } from '@/core/i18n.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { canManageCampaigns } from '../campaigns.policy.ts';
import {
  AnswerSettings,
  CampaignSettingsInput,
  DEFAULT_ANSWERS,
  DEFAULT_KEYWORDS,
  DEFAULTS,
  OptOutSettings,
} from './campaign-settings.schema.ts';
import type { CampaignSettingsView, CampaignSettingView } from './campaign-settings.views.ts';

/** In the contract's order; clients read the list as complete, so it has all of them or none. */
export const CONTRACT_KEYS = [
  'messageInterval',
  'longerIntervalAfter',
  'greaterInterval',
  'variables',
] as const;

const allRows = tenantStatement((db) => db.select().from(rows));

export async function campaignSettings(scope: Scope): Promise<CampaignSettingsView> {
  const stored = new Map((await allRows(scope.db)).map(({ key, value }) => [key, value]));
  const known = CONTRACT_KEYS.flatMap((key) => {
    const { data } = CampaignSettingsInput.shape[key].safeParse(parsed(stored.get(key)));
    return data === undefined ? [] : [[key, data]];
  });
  const optOut = OptOutSettings.safeParse(parsed(stored.get('optOut'))).data;
  return {
    ...DEFAULTS,
    variables: [],
    ...Object.fromEntries(known),
    answers: AnswerSettings.safeParse(parsed(stored.get('answers'))).data ?? DEFAULT_ANSWERS,
    optOut: optOut ?? { keywords: DEFAULT_KEYWORDS, reply: defaultReply(scope) },
  };
}

/** Empty until something was saved. */
export async function listCampaignSettings(scope: Scope): Promise<CampaignSettingView[]> {
  requireCan(scope, canManageCampaigns);
  const found = await scope.db
    .select()
    .from(rows)
    .where(inArray(rows.key, [...CONTRACT_KEYS]))
    .orderBy(asc(rows.id));
  return found.map(({ id, key, value, createdAt, updatedAt }) => ({
    id,
    key,
    value,
    companyId: scope.companyId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }));
}

function parsed(text: string | undefined): unknown {
  return text === undefined ? undefined : JSON.parse(text);
}

/** Customers read it, so the language of the settings page does not matter. */
const CUSTOMERS_LOCALE: Locale = 'pt';

function defaultReply({ kernel }: Scope): string {
  return kernel.translations.t(CUSTOMERS_LOCALE)('campaignSettings:optOut.defaultReply');
}
