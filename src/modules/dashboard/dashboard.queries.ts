import { companies } from '@db/platform/schema/index.ts';
import { connections, tickets, users } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, inArray, min, not, or, type SQL, sql } from 'drizzle-orm';
import { isAdmin, isSuper, requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { IS_WITH_BOT } from '@/modules/tickets/list/with-bot.queries.ts';
import { visibleTo } from '@/modules/tickets/tickets.policy.ts';
import type { TicketStatus } from '@/modules/tickets/tickets.schema.ts';
import { isMember } from '@/modules/users/members.queries.ts';
import { ownFiguresOf } from './dashboard.policy.ts';
import type { DashboardFilter, ViewFilter, Whose } from './dashboard.schema.ts';
import type { Attendant, Counters, DashboardView, LiveNumbers } from './dashboard.views.ts';
import { addUp, meanRate, readTallies, supportMinutes, type Tally, waitMinutes } from './tallies.queries.ts';
import { idOf, isOf } from './whose.queries.ts';

/** Contract: http §10. Of others than administrators their own tickets alone. */
export async function readDashboard(scope: Scope, filter: DashboardFilter): Promise<DashboardView> {
  const userId = ownFiguresOf(scope);
  const tallies = await readTallies(scope, { ...filter, userId });
  const counters = await toCounters(scope, tallies);
  const attendants = await toAttendants(scope, tallies);
  if (userId === undefined) return { counters, attendants };
  return {
    counters: { ...counters, ...(await countOwn(scope, userId)) },
    attendants: attendants.filter(({ id }) => id === userId),
  };
}

async function countOwn(scope: Scope, userId: number) {
  const n = (status: TicketStatus, where: SQL | undefined) =>
    scope.db.$count(tickets, and(eq(tickets.status, status), where));
  return {
    supportHappening: await n('open', eq(tickets.userId, userId)),
    supportPending: await n('pending', visibleTo(scope.actor)),
  };
}

export async function toCounters(scope: Scope, tallies: Tally[], whose: Whose = {}): Promise<Counters> {
  const all = addUp(tallies);
  const { open, pending } = await countNow(scope, whose);
  return {
    ...(await countConnections(scope)),
    supportHappening: open,
    supportPending: pending,
    supportFinished: all.finished,
    avgSupportTime: supportMinutes(all),
    avgWaitTime: waitMinutes(all),
  };
}

/** The company's own connections; for platform administrators those of all companies, which they alone count. */
async function countConnections(scope: Scope) {
  if (!isSuper(scope.actor))
    return { totalWhatsappSessions: await countConnected(scope), totalCompanies: null };
  const { kernel } = scope;
  const [row] = await kernel.platform.db.select({ n: count() }).from(companies);
  const connected = kernel.services.whatsapp.states().filter(({ status }) => status === 'CONNECTED');
  return { totalWhatsappSessions: connected.length, totalCompanies: row?.n ?? 0 };
}

export const countConnected = ({ db }: Scope) => db.$count(connections, eq(connections.status, 'CONNECTED'));

export async function listAttendants(scope: Scope, filter: ViewFilter): Promise<Attendant[]> {
  requireCan(scope, isAdmin);
  return toAttendants(scope, await readTallies(scope, filter), filter);
}

export async function toAttendants(
  scope: Scope,
  tallies: Tally[],
  { queueId, userId }: Whose = {},
): Promise<Attendant[]> {
  const theirs = Map.groupBy(tallies, (tally) => tally.userId);
  const ids = [...theirs.keys()].filter((id) => id !== null);
  const people = await scope.db
    .select({ id: users.id, name: users.name, online: users.online })
    .from(users)
    .where(
      and(
        userId === undefined ? undefined : sql`${users.id} is ${idOf(userId)}`,
        queueId === undefined ? undefined : or(isMember(scope, queueId), inArray(users.id, ids)),
      ),
    )
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id));
  return people.map(({ id, name, online }) => {
    const own = addUp(theirs.get(id) ?? []);
    const { tickets: attended } = own;
    return {
      id,
      name,
      avgSupportTime: supportMinutes(own),
      tickets: attended,
      rating: meanRate(own),
      online,
    };
  });
}

export async function readLiveNumbers(scope: Scope, whose: Whose = {}): Promise<LiveNumbers> {
  requireCan(scope, isAdmin);
  const isOnline = and(eq(users.online, true), isMember(scope, whose.queueId));
  const { open, waiting, waitingSince } = await countNow(scope, whose);
  return {
    open,
    pending: waiting,
    online: await scope.db.$count(users, isOnline),
    waitingSince: waitingSince?.toISOString() ?? null,
  };
}

type Now = { open: number; pending: number; waiting: number; waitingSince: Date | null };

/** Pending and no longer with the bot. */
export const IS_WAITING = and(eq(tickets.status, 'pending'), not(IS_WITH_BOT));

export function countNow(scope: Scope, { queueId, userId }: Whose = {}): Promise<Now> {
  const whose = isOf({ queueId, userId }, tickets);
  return scope.remember([tickets], `tickets now ${queueId} ${userId}`, async () => {
    const rows = await scope.db
      .select({ status: tickets.status, n: count() })
      .from(tickets)
      .where(and(inArray(tickets.status, ['open', 'pending']), whose))
      .groupBy(tickets.status);
    const [first] = await scope.db
      .select({ at: min(tickets.waitingSince), n: count() })
      .from(tickets)
      .where(and(IS_WAITING, whose));
    const of = (status: string) => rows.find((row) => row.status === status)?.n ?? 0;
    const { n: waiting = 0, at: waitingSince = null } = first ?? {};
    return { open: of('open'), pending: of('pending'), waiting, waitingSince };
  });
}
