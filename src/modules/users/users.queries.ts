import { invitations } from '@db/platform/schema/index.ts';
import { connections, queues, tickets, userQueues, users } from '@db/tenant/schema/index.ts';
import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { amongIds, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { afterRow, cutPage, offsetOf, sizeOf } from '@/core/db/paging.ts';
import { containsText } from '@/core/db/search.ts';
import { AppError } from '@/core/errors.ts';
import type { Medium } from '@/core/module.ts';
import { requireSuper } from '@/core/policy.ts';
import { type Kernel, type Scope, systemScope, type UserActor } from '@/core/scope.ts';
import { mediaUrl } from '@/core/storage/storage.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';
import { toQueueView } from '@/modules/queues/queues.queries.ts';
import { isMember } from './members.queries.ts';
import { canReadUser } from './users.policy.ts';
import { type PeopleFilter, USERS_PER_PAGE, type UserFilter } from './users.schema.ts';
import type { MembershipView, UserPage, UserSimpleView, UserView } from './users.views.ts';

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
  const [user] = await userById(scope.db, { userId });
  if (!user || user.disabledAt) return undefined;
  const memberships = await membershipsOf(scope.db, { userId });
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

const userById = tenantStatement((db) =>
  db
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('userId'))),
);

const membershipsOf = tenantStatement((db) =>
  db
    .select({ queueId: userQueues.queueId })
    .from(userQueues)
    .where(eq(userQueues.userId, sql.placeholder('userId'))),
);

export type UserRow = typeof users.$inferSelect;

export async function requireUserRow(scope: Scope, userId: number): Promise<UserRow> {
  const [row] = await userById(scope.db, { userId });
  if (!row) throw new AppError('ERR_NO_USER_FOUND');
  return row;
}

/** Work is not assigned to a user who cannot sign in. Throws ERR_NO_USER_FOUND. */
export async function requireActiveUser(scope: Scope, userId: number): Promise<void> {
  const [row] = await activeUser(scope.db, { userId });
  if (!row) throw new AppError('ERR_NO_USER_FOUND');
}

const activeUser = tenantStatement((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, sql.placeholder('userId')), isNull(users.disabledAt))),
);

export async function getUser(scope: Scope, userId: number): Promise<UserView> {
  const user = await findUser(scope, userId);
  if (!user) throw new AppError('ERR_NO_USER_FOUND');
  return user;
}

export async function findUser(scope: Scope, userId: number): Promise<UserView | undefined> {
  const [user] = await userById(scope.db, { userId });
  if (!user) return undefined;
  const company = await getCompany(scope.kernel, scope.companyId);
  return {
    ...toPerson(scope, user),
    super: user.super,
    tokenVersion: user.tokenVersion,
    whatsappId: user.connectionId,
    allTicket: user.allTicket ? 'enabled' : 'desabled',
    language: user.language,
    ...(await listQueuesOf(scope, userId)),
    company: { id: company.id, name: company.name, dueDate: company.dueDate?.toISOString() ?? null },
  };
}

function toPerson(scope: Scope, user: UserRow) {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    companyId: scope.companyId,
    profile: user.profile,
    online: user.online,
    active: user.disabledAt === null,
    profileImage: mediaUrl(scope, user.picturePath),
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
  const rows = await queuesOfPeople(scope.db, { ids: JSON.stringify(userIds) });
  return Map.groupBy(
    rows.map((row) => toMembership(scope, row)),
    (queue) => queue.UserQueue.userId,
  );
}

const queuesOfPeople = tenantStatement((db) =>
  db
    .select({ queue: queues, membership: userQueues })
    .from(userQueues)
    .innerJoin(queues, eq(queues.id, userQueues.queueId))
    .where(amongIds(userQueues.userId))
    .orderBy(asc(queues.name)),
);

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

const IN_ORDER = [sql`-${users.createdAt}`, sql`-${users.id}`];

export async function listUsers(scope: Scope, filter: UserFilter | PeopleFilter): Promise<UserPage> {
  const { online, queueId }: Partial<PeopleFilter> = filter;
  const presence = online === undefined ? undefined : eq(users.online, online);
  const found = and(matching(filter.searchParam), presence, isMember(scope, queueId));
  const size = sizeOf(filter, USERS_PER_PAGE);
  const rows = await scope.db
    .select()
    .from(users)
    .where(and(found, filter.after ? afterRow(users.id, IN_ORDER, filter.after) : undefined))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(size + 1)
    .offset(offsetOf(filter, USERS_PER_PAGE));
  const [total] = await scope.db.select({ n: count() }).from(users).where(found);
  const page = cutPage(rows, size);
  const company = await getCompany(scope.kernel, scope.companyId);
  const queuesOf = await loadQueuesOf(
    scope,
    page.rows.map((user) => user.id),
  );
  const invited = await listInvitedIds(scope);
  const list = page.rows.map((user) => ({
    ...toPerson(scope, user),
    invited: invited.has(user.id),
    createdAt: user.createdAt.toISOString(),
    ...toQueues(queuesOf.get(user.id)),
    company: { id: company.id, name: company.name },
  }));
  return { users: list, count: total?.n ?? 0, hasMore: page.hasMore };
}

export type Colleague = Pick<UserView, 'id' | 'name' | 'online' | 'profileImage' | 'queues'>;

const MAX_COLLEAGUES = 20;

/** Active people of a queue, or of all; who is online comes first. 20 at most: the others are found by name. */
export async function listColleagues(scope: Scope, queueId: number | null): Promise<Colleague[]> {
  const members = scope.db.select({ id: userQueues.userId }).from(userQueues);
  const isMember =
    queueId === null ? undefined : inArray(users.id, members.where(eq(userQueues.queueId, queueId)));
  const rows = await scope.db
    .select()
    .from(users)
    .where(and(isNull(users.disabledAt), isMember))
    .orderBy(desc(users.online), asc(users.name), asc(users.id))
    .limit(MAX_COLLEAGUES);
  const queuesOf = await loadQueuesOf(
    scope,
    rows.map((user) => user.id),
  );
  return rows.map((user) => ({ ...toPerson(scope, user), ...toQueues(queuesOf.get(user.id)) }));
}

async function listInvitedIds({ kernel, companyId }: Scope): Promise<Set<number>> {
  const rows = await kernel.platform.db
    .select({ userId: invitations.userId })
    .from(invitations)
    .where(eq(invitations.companyId, companyId));
  return new Set(rows.map(({ userId }) => userId));
}

function matching(text: string) {
  if (!text) return undefined;
  return containsText(text, users.name, users.email);
}

export async function listPeopleOf(scope: Scope, companyId: number): Promise<UserSimpleView[]> {
  requireSuper(scope);
  await getCompany(scope.kernel, companyId);
  return listUserChoices(await systemScope(scope.kernel, companyId));
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

export async function listPeopleNames(scope: Scope): Promise<{ id: number; name: string }[]> {
  return scope.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(isNull(users.disabledAt))
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id));
}

export async function countOpenTickets(scope: Scope, userId: number): Promise<number> {
  const theirs = and(eq(tickets.userId, userId), eq(tickets.status, 'open'));
  const [row] = await scope.db.select({ n: count() }).from(tickets).where(theirs);
  return row?.n ?? 0;
}

export async function listConnectionChoices(scope: Scope): Promise<{ id: number; name: string }[]> {
  return scope.db
    .select({ id: connections.id, name: connections.name })
    .from(connections)
    .orderBy(asc(connections.name));
}

export async function findUserPicture(scope: Scope, key: string): Promise<Medium | undefined> {
  const row = await scope.db.query.users.findFirst({ where: eq(users.picturePath, key) });
  return row && { mime: 'image/jpeg', name: null };
}

export async function ownPictureUrl(scope: Scope, userId: number): Promise<string | null> {
  const key = await scope.remember([users], `picture:${userId}`, async () => {
    const row = await scope.db.query.users.findFirst({ where: eq(users.id, userId) });
    return row?.picturePath ?? '';
  });
  return mediaUrl(scope, key);
}
