import { companies } from '@db/platform/schema/index.ts';
import { connections, tickets, users } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, min, ne, not, type SQL, sql } from 'drizzle-orm';
import { isAdmin, isSuper, requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { IS_WITH_BOT } from '@/modules/tickets/list/with-bot.queries.ts';
import { visibleTo } from '@/modules/tickets/tickets.policy.ts';
import type { TicketStatus } from '@/modules/tickets/tickets.schema.ts';
import { ownFiguresOf } from './dashboard.policy.ts';
import type { DashboardFilter } from './dashboard.schema.ts';
import type { Attendant, Counters, DashboardView, LiveNumbers } from './dashboard.views.ts';
import { addUp, meanRate, readTallies, supportMinutes, type Tally, waitMinutes } from './tallies.queries.ts';

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

export async function toCounters(scope: Scope, tallies: Tally[]): Promise<Counters> {
  const all = addUp(tallies);
  const { open, pending } = await countNow(scope);
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

export async function toAttendants(scope: Scope, tallies: Tally[]): Promise<Attendant[]> {
  const theirs = Map.groupBy(tallies, ({ userId }) => userId);
  const people = await scope.db
    .select({ id: users.id, name: users.name, online: users.online })
    .from(users)
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

export async function readLiveNumbers(scope: Scope): Promise<LiveNumbers> {
  requireCan(scope, isAdmin);
  const [online] = await scope.db.select({ n: count() }).from(users).where(eq(users.online, true));
  const { open, waiting, waitingSince } = await countNow(scope);
  return {
    open,
    pending: waiting,
    online: online?.n ?? 0,
    waitingSince: waitingSince?.toISOString() ?? null,
  };
}

type Now = { open: number; pending: number; waiting: number; waitingSince: Date | null };

/** `waiting`: pending and no longer with the bot. */
export function countNow(scope: Scope): Promise<Now> {
  return scope.remember([tickets], 'tickets now', async () => {
    const rows = await scope.db
      .select({ status: tickets.status, n: count() })
      .from(tickets)
      .where(ne(tickets.status, 'closed'))
      .groupBy(tickets.status);
    const [first] = await scope.db
      .select({ at: min(tickets.waitingSince), n: count() })
      .from(tickets)
      .where(and(eq(tickets.status, 'pending'), not(IS_WITH_BOT)));
    const of = (status: string) => rows.find((row) => row.status === status)?.n ?? 0;
    const { n: waiting = 0, at: waitingSince = null } = first ?? {};
    return { open: of('open'), pending: of('pending'), waiting, waitingSince };
  });
}
