import { connectionQueues, connections, queues, users } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, isNull, notExists, or, sql } from 'drizzle-orm';
import { isAdmin, isSuper, requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { getMailState } from '@/modules/mail/failed-mails.queries.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import { isAgentWithoutQueue } from '@/modules/users/members.queries.ts';
import type { SetupGap } from './first-steps.views.ts';
import { findMainConnection } from './main-connection.queries.ts';
import type { SetupStep } from './setup-path.schema.ts';

const MAX_NAMES = 5;

export async function findSetupGaps(scope: Scope): Promise<SetupGap[]> {
  requireCan(scope, isAdmin);
  const main = (await findMainConnection(scope))?.name;
  const [queue] = await scope.db.select({ id: queues.id }).from(queues).limit(1);
  const gaps: SetupGap[] = [
    { key: 'queue', names: main ? await queuesWithoutConnection(scope) : [], step: 'queues' },
    { key: 'agent', names: queue ? await agentsWithoutQueue(scope) : [] },
    onMain('queues', main, { key: 'transfer', names: await connectionsWithoutTransfer(scope) }),
    onMain('texts', main, await closedWithoutText(scope)),
  ];
  return gaps.filter(({ names }) => names.length > 0);
}

const onMain = (step: SetupStep, main: string | undefined, gap: SetupGap): SetupGap =>
  main && gap.key !== 'queueAbsence' && gap.names.includes(main) ? { ...gap, step } : gap;

/** For super administrators: they alone can act on them. */
export function platformGaps(scope: Scope): SetupGap[] {
  if (!isSuper(scope.actor)) return [];
  const mail = getMailState(scope);
  const gaps: SetupGap['key'][] = [];
  if (scope.kernel.config.backupS3 === null) gaps.push('backup');
  if (mail.is === 'off' || mail.is === 'unusable') gaps.push('mail');
  return gaps.map((key) => ({ key, names: [] }));
}

export async function queuesWithoutConnection({ db }: Scope): Promise<string[]> {
  const linked = db
    .select({ one: sql`1` })
    .from(connectionQueues)
    .where(eq(connectionQueues.queueId, queues.id));
  const rows = await db
    .select({ name: queues.name })
    .from(queues)
    .where(notExists(linked))
    .orderBy(asc(queues.id))
    .limit(MAX_NAMES);
  return rows.map(({ name }) => name);
}

export async function agentsWithoutQueue(scope: Scope): Promise<string[]> {
  const rows = await scope.db
    .select({ name: users.name })
    .from(users)
    .where(isAgentWithoutQueue(scope))
    .orderBy(asc(users.id))
    .limit(MAX_NAMES);
  return rows.map(({ name }) => name);
}

/** Agents do not see customers who choose none of several queues. */
export async function connectionsWithoutTransfer({ db }: Scope): Promise<string[]> {
  const offered = db
    .select({ n: count() })
    .from(connectionQueues)
    .where(eq(connectionQueues.connectionId, connections.id));
  const isMissing = or(
    isNull(connections.transferQueueId),
    sql`coalesce(${connections.timeToTransfer}, 0) = 0`,
  );
  const rows = await db
    .select({ name: connections.name })
    .from(connections)
    .where(and(isMissing, sql`(${offered}) > 1`))
    .orderBy(asc(connections.id))
    .limit(MAX_NAMES);
  return rows.map(({ name }) => name);
}

/** With hours by queue, the bot reads the text of the queue, not that of the connection. */
export async function closedWithoutText(scope: Scope): Promise<SetupGap> {
  const scheduleType = await getSetting(scope, 'scheduleType');
  if (scheduleType === 'queue') return { key: 'queueAbsence', names: await withoutText(scope, queues) };
  return { key: 'absence', names: scheduleType === 'company' ? await withoutText(scope, connections) : [] };
}

async function withoutText({ db }: Scope, owner: typeof queues | typeof connections): Promise<string[]> {
  const rows = await db
    .select({ name: owner.name })
    .from(owner)
    .where(sql`trim(${owner.outOfHoursMessage}) = ''`)
    .orderBy(asc(owner.id))
    .limit(MAX_NAMES);
  return rows.map(({ name }) => name);
}
