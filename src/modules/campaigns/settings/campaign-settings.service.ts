import { campaignSettings as rows } from '@db/tenant/schema/index.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { storable } from '@/core/text.ts';
import { noteChange } from '@/modules/settings/setting-changes.service.ts';
import { canManageCampaigns } from '../campaigns.policy.ts';
import { CONTRACT_KEYS, campaignSettings, listCampaignSettings } from './campaign-settings.queries.ts';
import type { AnswerSettings, CampaignSettingsInput, OptOutSettings } from './campaign-settings.schema.ts';
import type { CampaignSettingView } from './campaign-settings.views.ts';

export async function saveCampaignSettings(
  scope: Scope,
  input: CampaignSettingsInput,
): Promise<CampaignSettingView[]> {
  requireCan(scope, canManageCampaigns);
  return scope.write(async (tx) => {
    const changed = Object.entries(input).filter(([, value]) => value !== undefined);
    const before = await campaignSettings(tx);
    const values = { ...before, ...Object.fromEntries(changed) };
    for (const key of CONTRACT_KEYS) {
      await store(tx, key, values[key]);
      await noteChange(tx, {
        key: `campaign.${key}`,
        before: toText(before[key]),
        after: toText(values[key]),
      });
    }
    tx.emit('campaign-settings.changed', {});
    return listCampaignSettings(tx);
  });
}

export function saveOptOutSettings(scope: Scope, input: OptOutSettings): Promise<void> {
  return saveOne(scope, 'optOut', input);
}

export function saveAnswerSettings(scope: Scope, input: AnswerSettings): Promise<void> {
  return saveOne(scope, 'answers', input);
}

async function saveOne(scope: Scope, key: 'optOut' | 'answers', input: unknown): Promise<void> {
  requireCan(scope, canManageCampaigns);
  await scope.write(async (tx) => {
    const { [key]: before } = await campaignSettings(tx);
    await store(tx, key, input);
    await noteChange(tx, { key: `campaign.${key}`, before: toText(before), after: toText(input) });
    tx.emit('campaign-settings.changed', {});
  });
}

async function store(tx: Scope, key: string, value: unknown): Promise<void> {
  const set = { value: toText(value), updatedAt: tx.now() };
  await tx.db
    .insert(rows)
    .values({ key, ...set, createdAt: tx.now() })
    .onConflictDoUpdate({ target: rows.key, set });
}

const toText = (value: unknown): string => JSON.stringify(value, wellFormed);

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? storable(value) : value;
}
