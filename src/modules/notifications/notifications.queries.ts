import { tickets } from '@db/tenant/schema/index.ts';
import { count, desc } from 'drizzle-orm';
import { requireUser } from '@/core/policy.ts';
import type { Scope, UserActor } from '@/core/scope.ts';
import { loadTicketViews } from '@/modules/tickets/list/tickets.queries.ts';
import { notifiedTo } from './notifications.policy.ts';
import { MAX_NOTIFICATIONS } from './notifications.schema.ts';
import type { NotificationList } from './notifications.views.ts';

export async function listNotifications(scope: Scope): Promise<NotificationList> {
  const actor = requireUser(scope);
  const where = notifiedTo(actor, scope.now());
  const rows = await scope.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(where)
    .orderBy(desc(tickets.updatedAt), desc(tickets.id))
    .limit(MAX_NOTIFICATIONS);
  const views = await loadTicketViews(
    scope,
    rows.map(({ id }) => id),
  );
  return {
    tickets: rows.flatMap(({ id }) => views.get(id) ?? []),
    count: await countNotifications(scope, actor),
  };
}

export async function countNotifications(scope: Scope, actor: UserActor): Promise<number> {
  const where = notifiedTo(actor, scope.now());
  const [total] = await scope.db.select({ n: count() }).from(tickets).where(where);
  return total?.n ?? 0;
}
