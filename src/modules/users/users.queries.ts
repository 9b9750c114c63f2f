import { queues, userQueues, users } from '@db/tenant/schema/index.ts';
import { asc, count, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { cutPage, offsetOf } from '@/kernel/db/page.ts';
import { containingAsTyped } from '@/kernel/db/search.ts';
import { AppError } from '@/kernel/errors.ts';
import { type Kernel, type Scope, systemScope, type UserActor } from '@/kernel/scope.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';
import { toQueueView } from '@/modules/queues/queues.queries.ts';
import { canReadUser } from './users.policy.ts';
import { USERS_PER_PAGE, type UserFilter } from './users.schema.ts';
import type { MembershipView, UserPage, UserSimpleView, UserView } from './users.views.ts';

/** With the rights of this moment; undefined when the person is gone. */
export async function loadActor(
  kernel: Kernel,
  companyId: number,
  userId: number,
  session: string,
): Promise<UserActor | undefined> {
  const scope = await systemScope(kernel, companyId);
  // `queues` too: deleting a queue deletes its memberships by cascade.
  const person = await scope.remember([users, userQueues, queues], `actor:${userId}`, () =>
    readPerson(scope, userId),
  );
  return person && { ...person, session };
}

async function readPerson(scope: Scope, userId: number): Promise<Omit<UserActor, 'session'> | undefined> {
  const user = await scope.db.query.users.findFirst({ where: eq(users.id, userId) });
  if (!user) return undefined;
  const memberships = await scope.db.select().from(userQueues).where(eq(userQueues.userId, userId));
  return {
    kind: 'user',
    id: user.id,
    companyId: scope.companyId,
    name: user.name,
    email: user.email,
    profile: user.profile,
    super: user.super,
    queueIds: memberships.map((row) => row.queueId),
    allTicket: user.allTicket,
    connectionId: user.connectionId,
  };
}

/** Throws ERR_NO_USER_FOUND. */
export async function getUser(scope: Scope, userId: number): Promise<UserView> {
  const user = await scope.db.query.users.findFirst({ where: eq(users.id, userId) });
  if (!user) throw new AppError('ERR_NO_USER_FOUND');
  const company = await getCompany(scope.kernel, scope.companyId);
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    companyId: scope.companyId,
    profile: user.profile,
    super: user.super,
    tokenVersion: user.tokenVersion,
    whatsappId: user.connectionId,
    allTicket: user.allTicket ? 'enabled' : 'desabled',
    online: user.online,
    ...(await listQueuesOf(scope, userId)),
    company: { id: company.id, name: company.name, dueDate: company.dueDate?.toISOString() ?? null },
  };
}

/** Throws ERR_NO_USER_FOUND also when the reader may not read all of it. */
export async function readUser(scope: Scope, userId: number): Promise<UserView> {
  if (!canReadUser(scope.actor, { id: userId })) throw new AppError('ERR_NO_USER_FOUND');
  return getUser(scope, userId);
}

async function listQueuesOf(scope: Scope, userId: number) {
  return toQueues((await loadQueuesOf(scope, [userId])).get(userId));
}

function toQueues(queues: MembershipView[] = []) {
  return { queues, queueIds: queues.map(({ id }) => id) };
}

async function loadQueuesOf(scope: Scope, userIds: number[]) {
  const rows = await scope.db
    .select({ queue: queues, membership: userQueues })
    .from(userQueues)
    .innerJoin(queues, eq(queues.id, userQueues.queueId))
    .where(inArray(userQueues.userId, userIds))
    .orderBy(asc(queues.name));
  return Map.groupBy(
    rows.map((row) => toMembership(scope, row)),
    (queue) => queue.UserQueue.userId,
  );
}

type Membership = { queue: typeof queues.$inferSelect; membership: typeof userQueues.$inferSelect };

function toMembership(scope: Scope, { queue, membership }: Membership): MembershipView {
  return {
    ...toQueueView(scope, queue),
    UserQueue: {
      userId: membership.userId,
      queueId: membership.queueId,
      createdAt: membership.createdAt.toISOString(),
      updatedAt: membership.updatedAt.toISOString(),
    },
  };
}

export async function listUsers(scope: Scope, filter: UserFilter): Promise<UserPage> {
  const pattern = containingAsTyped(filter.searchParam);
  const where = filter.searchParam
    ? or(
        sql`lower(${users.name}) LIKE ${pattern} ESCAPE '\\'`,
        sql`${users.email} LIKE ${pattern} ESCAPE '\\'`,
      )
    : undefined;
  const rows = await scope.db
    .select()
    .from(users)
    .where(where)
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(USERS_PER_PAGE + 1)
    .offset(offsetOf(filter, USERS_PER_PAGE));
  const [total] = await scope.db.select({ n: count() }).from(users).where(where);
  const page = cutPage(rows, USERS_PER_PAGE);
  const company = await getCompany(scope.kernel, scope.companyId);
  const queuesOf = await loadQueuesOf(
    scope,
    page.rows.map((user) => user.id),
  );
  const list = page.rows.map((user) => ({
    id: user.id,
    name: user.name,
    email: user.email,
    companyId: scope.companyId,
    profile: user.profile,
    online: user.online,
    createdAt: user.createdAt.toISOString(),
    ...toQueues(queuesOf.get(user.id)),
    company: { id: company.id, name: company.name },
  }));
  return { users: list, count: total?.n ?? 0, hasMore: page.hasMore };
}

export async function listUserChoices(scope: Scope): Promise<UserSimpleView[]> {
  const rows = await scope.db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .orderBy(asc(users.id));
  const queuesOf = await loadQueuesOf(
    scope,
    rows.map((user) => user.id),
  );
  return rows.map((user) => ({ ...user, ...toQueues(queuesOf.get(user.id)) }));
}
