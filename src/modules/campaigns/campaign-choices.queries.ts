import { connections, contactLists, fileLists, tags } from '@db/tenant/schema/index.ts';
import { asc, desc, eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { campaignSettings } from './settings/campaign-settings.queries.ts';

export const MAX_CHOICES = 500;

type Chosen = Partial<Record<'contactListId' | 'tagListId' | 'whatsappId' | 'fileListId', string>>;

export async function loadCampaignChoices(scope: Scope, chosen: Chosen) {
  return {
    contactLists: await namesIn(scope, contactLists, chosen.contactListId),
    tags: await namesIn(scope, tags, chosen.tagListId),
    connections: await namesIn(scope, connections, chosen.whatsappId),
    fileLists: await namesIn(scope, fileLists, chosen.fileListId),
    variables: (await campaignSettings(scope)).variables,
  };
}

type Named = typeof contactLists | typeof tags | typeof connections | typeof fileLists;
type Choice = { value: number; label: string };

async function namesIn(scope: Scope, table: Named, chosen = '0'): Promise<Choice[]> {
  const rows = await scope.db
    .select({ value: table.id, label: table.name })
    .from(table)
    .orderBy(desc(eq(table.id, Number.parseInt(chosen, 10) || 0)), asc(table.name), asc(table.id))
    .limit(MAX_CHOICES);
  return rows.toSorted((one, other) => (one.label < other.label ? -1 : Number(one.label > other.label)));
}
