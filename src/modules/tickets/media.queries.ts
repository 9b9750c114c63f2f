import { linkPreviews, messages, tickets } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { AppError } from '@/kernel/errors.ts';
import type { Scope } from '@/kernel/scope.ts';
import { findPicture } from '@/modules/contacts/contact-picture.ts';
import { findQuickMedium } from '@/modules/quick-messages/quick-messages.queries.ts';
import { canSeeTicket } from './tickets.policy.ts';

/** Kind and name of a stored medium. Throws ERR_NOT_FOUND when there is none, or it is not the reader's. */
export async function getMedium(scope: Scope, key: string): Promise<{ mime: string; name: string | null }> {
  const [found] = await scope.db
    .select({
      mime: messages.mediaMime,
      name: messages.mediaName,
      ticket: { userId: tickets.userId, queueId: tickets.queueId },
    })
    .from(messages)
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .where(eq(messages.mediaPath, key));
  if (found && canSeeTicket(scope.actor, found.ticket)) return { mime: found.mime ?? '', name: found.name };
  const own = (await findPicture(scope, key)) ?? (await findQuickMedium(scope, key));
  if (own) return own;
  // What a linked page shows to everybody is no secret in the company either.
  const preview = await scope.db.query.linkPreviews.findFirst({ where: eq(linkPreviews.imagePath, key) });
  if (preview) return { mime: 'image/jpeg', name: null };
  throw new AppError('ERR_NOT_FOUND');
}
