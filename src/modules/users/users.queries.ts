import { queues, userQueues, users } from '@db/tenant/schema/index.ts';
import { asc, eq } from 'drizzle-orm';
import { AppError } from '@/kernel/errors.ts';
import { type Kernel, type Scope, systemScope, type UserActor } from '@/kernel/scope.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';

/** Who is acting, with the rights of this moment; undefined when the person is gone. */
export async function loadActor(
  kernel: Kernel,
  companyId: number,
  userId: number,
  session: string,
): Promise<UserActor | undefined> {
  const scope = await systemScope(kernel, companyId);
  const user = await scope.db.query.users.findFirst({ where: eq(users.id, userId) });
  if (!user) return undefined;
  const memberships = await scope.db.select().from(userQueues).where(eq(userQueues.userId, userId));
  return {
    kind: 'user',
    id: user.id,
    companyId,
    name: user.name,
    email: user.email,
    profile: user.profile,
    super: user.super,
    queueIds: memberships.map((row) => row.queueId),
    allTicket: user.allTicket,
    connectionId: user.connectionId,
    session,
  };
}

/** The contract's person: after a refresh, in `GET /users/{id}` and in live updates. Throws ERR_NO_USER_FOUND. */
export async function getUser(scope: Scope, userId: number) {
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
    queues: await listQueuesOf(scope, userId),
    company: { id: company.id, name: company.name, dueDate: company.dueDate?.toISOString() ?? null },
  };
}
export type UserView = Awaited<ReturnType<typeof getUser>>;

async function listQueuesOf(scope: Scope, userId: number) {
  const rows = await scope.db
    .select({ queue: queues, membership: userQueues })
    .from(userQueues)
    .innerJoin(queues, eq(queues.id, userQueues.queueId))
    .where(eq(userQueues.userId, userId))
    .orderBy(asc(queues.name));
  return rows.map(({ queue, membership }) => ({
    ...queue,
    createdAt: queue.createdAt.toISOString(),
    updatedAt: queue.updatedAt.toISOString(),
    UserQueue: {
      userId: membership.userId,
      queueId: membership.queueId,
      createdAt: membership.createdAt.toISOString(),
      updatedAt: membership.updatedAt.toISOString(),
    },
  }));
}
