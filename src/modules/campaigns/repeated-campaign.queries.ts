import { campaigns } from '@db/tenant/schema/index.ts';
import { and, desc, eq, gt } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { storable } from '@/core/text.ts';
import { momentOf, textsOf } from './campaign-content.logic.ts';
import type { CampaignRow } from './campaigns.queries.ts';
import type { CampaignInput } from './campaigns.schema.ts';

const REPEATED_WITHIN_MS = 60_000;

export async function findRepeated(
  scope: Scope,
  input: CampaignInput,
  userId: number,
): Promise<CampaignRow | undefined> {
  const since = new Date(scope.now().getTime() - REPEATED_WITHIN_MS);
  const recent = await scope.db
    .select()
    .from(campaigns)
    .where(
      and(
        eq(campaigns.name, storable(input.name)),
        eq(campaigns.userId, userId),
        gt(campaigns.createdAt, since),
      ),
    )
    .orderBy(desc(campaigns.id))
    .limit(5);
  if (recent.length === 0) return undefined;
  const wanted = contentOf(scope, input);
  return recent.find(
    (row) => row.status !== 'CANCELADA' && row.status !== 'FINALIZADA' && isSame(row, wanted),
  );
}

function contentOf(scope: Scope, input: CampaignInput) {
  const { messages, confirmationMessages } = textsOf(input, undefined);
  return {
    ...{ messages, confirmationMessages, confirmation: input.confirmation ?? false },
    ...{ connectionId: input.whatsappId ?? null, fileListId: input.fileListId ?? null },
    ...{ tagId: input.tagListId ?? null, contactListId: input.contactListId ?? null },
    scheduledAt: momentOf(scope, input.scheduledAt) ?? null,
  };
}

/** With a tag the list may differ: it was made for the first of the two. */
function isSame(row: CampaignRow, { contactListId, ...wanted }: ReturnType<typeof contentOf>): boolean {
  if (wanted.tagId === null && row.contactListId !== contactListId) return false;
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  return names.every((name) => Bun.deepEquals(row[name], wanted[name]));
}
