import { tickets } from '@db/tenant/schema/index.ts';
import { and, eq, ne } from 'drizzle-orm';
import { AppError } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { canRedirectContact } from './contacts.policy.ts';

/** Throws ERR_CONTACT_OF_OTHERS while the contact has an open ticket that the actor may not see. */
export async function requireSight(scope: Scope, contactId: number): Promise<void> {
  const goingOn = await scope.db
    .select({ userId: tickets.userId, queueId: tickets.queueId })
    .from(tickets)
    .where(and(eq(tickets.contactId, contactId), ne(tickets.status, 'closed')));
  if (!canRedirectContact(scope.actor, goingOn)) throw new AppError('ERR_CONTACT_OF_OTHERS');
}
