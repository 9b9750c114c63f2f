import { ratings, ticketTrackings } from '@db/tenant/schema/index.ts';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';

export async function joinRatings(tx: Scope, { from, into }: StepMap['tickets.joining']): Promise<void> {
  await tx.db.update(ratings).set({ ticketId: into }).where(eq(ratings.ticketId, from));
}

export async function partRatings(
  tx: Scope,
  { notes, continued }: StepMap['tickets.parting'],
): Promise<void> {
  for (const [from, trackingId] of continued)
    await tx.db.update(ratings).set({ trackingId }).where(eq(ratings.trackingId, from));
  const ids = (notes.tickets?.trackings ?? []).map(({ id }) => Number(id));
  await tx.db
    .update(ratings)
    .set({
      ticketId: sql`(select ${ticketTrackings.ticketId} from ${ticketTrackings} where ${ticketTrackings.id} = ${ratings.trackingId})`,
    })
    .where(inArray(ratings.trackingId, ids));
}
