import {
  connectionQueues,
  connections,
  holidays,
  queueOptions,
  queues,
  settings,
} from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { getPlanOf } from '@/modules/companies/companies.queries.ts';
import { allOptions } from '@/modules/queues/options/queue-options.queries.ts';
import { allQueues } from '@/modules/queues/queues.queries.ts';
import { sendsInvoices } from '@/modules/queues/sends-invoices.logic.ts';
import { getCompanyHours } from '@/modules/settings/company-hours.queries.ts';
import { listHolidays } from '@/modules/settings/holidays.queries.ts';
import { type Closure, isOpenAt } from '@/modules/settings/opening-hours.logic.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import { mediumOf } from './bot-medium.logic.ts';
import { optionTree } from './build-option-tree.logic.ts';
import type { BotConfig, BotQueue, BotResponder, Moment } from './decide/bot.logic.ts';

export type BotSetup = { config: BotConfig; holidays: Closure[] };

const TABLES = [connections, connectionQueues, queues, queueOptions, settings, holidays];

export async function getBotSetup(scope: Scope, connectionId: number): Promise<BotSetup> {
  const setup = await scope.remember(TABLES, `bot:${connectionId}`, () => load(scope, connectionId));
  return { ...setup, config: await inPlan(scope, setup.config) };
}

/** The plan may lose a feature that a responder needs. */
async function inPlan(scope: Scope, config: BotConfig): Promise<BotConfig> {
  const owners = [config, ...config.queues, ...config.elsewhere];
  if (owners.every(({ responder }) => responder === null)) return config;
  const plan = await getPlanOf(scope.kernel, scope.companyId);
  const allowed = <P extends { responder: BotResponder | null }>(owner: P): P =>
    owner.responder && !plan[owner.responder.kind === 'prompt' ? 'useOpenAi' : 'useIntegrations']
      ? { ...owner, responder: null }
      : owner;
  return {
    ...allowed(config),
    queues: config.queues.map(allowed),
    elsewhere: config.elsewhere.map(allowed),
  };
}

/** Null when a connection offers several, or none. */
export async function soleQueueOf(scope: Scope, connectionId: number): Promise<number | null> {
  const { queues: offered } = (await getBotSetup(scope, connectionId)).config;
  return offered.length === 1 ? (offered[0]?.id ?? null) : null;
}

export function momentOf(scope: Scope, closures: Closure[]): Moment {
  const now = scope.now();
  const { timeZone } = scope;
  return { now: now.getTime(), isOpen: (hours) => isOpenAt(hours, closures, now, timeZone) };
}

async function load(scope: Scope, connectionId: number): Promise<BotSetup> {
  const connection = await scope.db.query.connections.findFirst({ where: eq(connections.id, connectionId) });
  const linked = await scope.db.query.connectionQueues.findMany({
    where: eq(connectionQueues.connectionId, connectionId),
  });
  const all = await loadQueues(scope);
  const isOffered = ({ id }: BotQueue) => linked.some(({ queueId }) => queueId === id);
  return {
    holidays: await listHolidays(scope),
    config: {
      greeting: connection?.greetingMessage ?? '',
      outOfHours: connection?.outOfHoursMessage ?? '',
      responder: connection ? responderOf(connection) : null,
      queues: all.filter(isOffered),
      elsewhere: all.filter((queue) => !isOffered(queue)),
      maxUseBotQueues: connection?.maxUseBotQueues ?? 0,
      timeUseBotQueues: connection?.timeUseBotQueues ?? 0,
      scheduleType: (await getSetting(scope, 'scheduleType')) as BotConfig['scheduleType'],
      greetsForOneQueue: (await getSetting(scope, 'sendGreetingMessageOneQueues')) === 'enabled',
      hours: await getCompanyHours(scope),
    },
  };
}

type WithResponder = { promptId: number | null; integrationId: number | null };

function responderOf({ promptId, integrationId }: WithResponder): BotResponder | null {
  if (promptId !== null) return { kind: 'prompt', id: promptId };
  return integrationId === null ? null : { kind: 'integration', id: integrationId };
}

async function loadQueues(scope: Scope): Promise<BotQueue[]> {
  const options = await allOptions(scope.db);
  const rows = await allQueues(scope.db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    greeting: row.greetingMessage,
    outOfHours: row.outOfHoursMessage,
    hours: row.schedules,
    media: mediumOf(row),
    options: optionTree(options.filter(({ queueId }) => queueId === row.id)),
    responder: responderOf(row) ?? (sendsInvoices(row) ? { kind: 'invoices', id: row.id } : null),
  }));
}
