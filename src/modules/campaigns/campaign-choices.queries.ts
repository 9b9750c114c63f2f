import { connections, contactLists, fileLists, tags } from '@db/tenant/schema/index.ts';
import { asc } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { campaignSettings } from './settings/campaign-settings.queries.ts';

const MOST = 500;

export async function loadCampaignChoices(scope: Scope) {
  return {
    contactLists: await namesIn(scope, contactLists),
    tags: await namesIn(scope, tags),
    connections: await namesIn(scope, connections),
    fileLists: await namesIn(scope, fileLists),
    variables: (await campaignSettings(scope)).variables,
  };
}

type Named = typeof contactLists | typeof tags | typeof connections | typeof fileLists;

async function namesIn(scope: Scope, table: Named): Promise<{ value: number; label: string }[]> {
  const rows = await scope.db
    .select({ value: table.id, label: table.name })
    .from(table)
    .orderBy(asc(table.name), asc(table.id))
    .limit(MOST);
  return rows;
}
