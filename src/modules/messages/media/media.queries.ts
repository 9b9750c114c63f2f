import { linkPreviews, messages, tickets } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Medium } from '@/core/module.ts';
import type { Scope } from '@/core/scope.ts';
import { canSeeTicket } from '@/modules/tickets/tickets.policy.ts';

export async function findMessageMedium(scope: Scope, key: string): Promise<Medium | undefined> {
  const [found] = await scope.db
    .select({
      mime: messages.mediaMime,
      name: messages.mediaName,
      ticket: { userId: tickets.userId, queueId: tickets.queueId },
    })
    .from(messages)
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .where(eq(messages.mediaPath, key));
  if (!found || !canSeeTicket(scope.actor, found.ticket)) return undefined;
  return { mime: found.mime ?? '', name: found.name };
}

/** Previews show public pages: no permission is needed. */
export async function findPreviewPicture(scope: Scope, key: string): Promise<Medium | undefined> {
  const preview = await scope.db.query.linkPreviews.findFirst({ where: eq(linkPreviews.imagePath, key) });
  return preview && { mime: 'image/jpeg', name: null };
}
