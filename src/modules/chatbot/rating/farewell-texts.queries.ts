import { connections } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';

const QUESTION = `Digite de 1 à 3 para qualificar nosso atendimento:
*1* - Insatisfeito
*2* - Satisfeito
*3* - Muito Satisfeito`;

export async function farewellTexts(
  scope: Scope,
  connectionId: number,
): Promise<{ completion: string; rating: string }> {
  const row = await scope.remember([connections], `farewell:${connectionId}`, () =>
    scope.db.query.connections.findFirst({
      columns: { complationMessage: true, ratingMessage: true },
      where: eq(connections.id, connectionId),
    }),
  );
  const rating = `${row?.ratingMessage ?? ''}\n\n${QUESTION}`.trim();
  return { completion: row?.complationMessage.trim() ?? '', rating };
}
