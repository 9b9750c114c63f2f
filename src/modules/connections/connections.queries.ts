import { apiTokens } from '@db/platform/schema/index.ts';
import { connectionQueues, connections, queues, sessionKeys } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, exists, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { AppError } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { toQueueView } from '@/modules/queues/queues.queries.ts';
import { canManageConnections, canReadConnections } from './connections.policy.ts';
import type { ConnectionQueueView, ConnectionView } from './connections.views.ts';
import { isRestricted } from './restriction.service.ts';

type ConnectionRow = typeof connections.$inferSelect;

export async function listConnections(scope: Scope): Promise<ConnectionView[]> {
  requireCan(scope, canReadConnections);
  return loadViews(scope);
}

export async function getConnection(scope: Scope, connectionId: number): Promise<ConnectionView> {
  const view = await findConnection(scope, connectionId);
  if (!view) throw new AppError('ERR_NO_WAPP_FOUND');
  return view;
}

export async function findConnection(
  scope: Scope,
  connectionId: number,
): Promise<ConnectionView | undefined> {
  requireCan(scope, canReadConnections);
  const [view] = await loadViews(scope, eq(connections.id, connectionId));
  return view;
}

/** It cannot be deleted: another one has to become the default first. */
export async function isDefaultAmongOthers(
  scope: Scope,
  { isDefault }: Pick<ConnectionView, 'isDefault'>,
): Promise<boolean> {
  return isDefault && (await countConnections(scope)) > 1;
}

export async function countConnections({ db }: Scope): Promise<number> {
  const [row] = await db.select({ n: count() }).from(connections);
  return row?.n ?? 0;
}

/** Includes internal fields; undefined when it is deleted. */
export const findConnectionRow = tenantStatement((db) =>
  db.query.connections.findFirst({ where: eq(connections.id, sql.placeholder('connectionId')) }),
);

export async function countTroubled(scope: Scope): Promise<number> {
  requireCan(scope, canReadConnections);
  const [row] = await scope.remember([connections], 'troubled', () => troubled(scope.db));
  return row?.n ?? 0;
}

const troubled = tenantStatement((db) =>
  db.select({ n: count() }).from(connections).where(ne(connections.status, 'CONNECTED')),
);

export async function listWantedIds(scope: Scope): Promise<number[]> {
  requireCan(scope, canManageConnections);
  const creds = scope.db
    .select({ key: sessionKeys.key })
    .from(sessionKeys)
    .where(and(eq(sessionKeys.connectionId, connections.id), eq(sessionKeys.key, 'creds')));
  const rows = await scope.db
    .select({ id: connections.id })
    .from(connections)
    .where(or(ne(connections.status, 'DISCONNECTED'), exists(creds)))
    .orderBy(asc(connections.id));
  return rows.map((row) => row.id);
}

export async function listRestarted(scope: Scope): Promise<ConnectionView[]> {
  return loadViews(scope, inArray(connections.id, await listWantedIds(scope)));
}

/** For readers who may not pair: name, number, status and queues, in the contract's keys. */
export function withoutPairing(view: ConnectionView): ConnectionView {
  const { id, name, number, status, trouble, isDefault, companyId, provider, queues } = view;
  const { createdAt, updatedAt } = view;
  return {
    ...{ id, name, number, status, trouble, isDefault, companyId, provider, createdAt, updatedAt, queues },
    ...{ session: '', qrcode: '', pairingCode: '', token: '', battery: '', plugged: false, retries: 0 },
    ...{ greetingMessage: '', farewellMessage: '', complationMessage: '', outOfHoursMessage: '' },
    ...{ ratingMessage: '', expiresInactiveMessage: '' },
    ...{ transferQueueId: null, timeToTransfer: null, promptId: null, prompt: null, integrationId: null },
    ...{ maxUseBotQueues: 0, timeUseBotQueues: 0, expiresTicket: 0 },
  };
}

async function loadViews(scope: Scope, which?: SQL): Promise<ConnectionView[]> {
  const rows = await scope.db.select().from(connections).where(which).orderBy(asc(connections.id));
  const linked = await loadQueues(scope, which);
  const tokens = await listShownTokens(scope);
  const mayPair = canManageConnections(scope.actor);
  return rows.map((row) => {
    const view = toConnectionView(scope, row, linked.get(row.id) ?? [], tokens.get(row.id));
    return mayPair ? view : withoutPairing(view);
  });
}

export function hasManyConnections(scope: Scope): Promise<boolean> {
  return scope.remember([connections], 'many connections', async () => {
    const rows = await scope.db.select({ id: connections.id }).from(connections).limit(2);
    return rows.length > 1;
  });
}

async function listShownTokens({ kernel, companyId }: Scope): Promise<Map<number, string>> {
  const rows = await kernel.platform.remember([apiTokens], `tokens:${companyId}`, () =>
    kernel.platform.db.query.apiTokens.findMany({ where: eq(apiTokens.companyId, companyId) }),
  );
  return new Map(rows.map(({ connectionId, prefix }) => [connectionId, prefix]));
}

async function loadQueues(scope: Scope, which?: SQL): Promise<Map<number, ConnectionQueueView[]>> {
  const rows = await scope.db
    .select({ connectionId: connectionQueues.connectionId, queue: queues })
    .from(connectionQueues)
    .innerJoin(connections, eq(connections.id, connectionQueues.connectionId))
    .innerJoin(queues, eq(queues.id, connectionQueues.queueId))
    .where(which)
    .orderBy(asc(queues.orderQueue), asc(queues.id));
  const linked = new Map<number, ConnectionQueueView[]>();
  for (const { connectionId, queue } of rows) {
    const view = {
      ...toQueueView(scope, queue),
      WhatsappQueue: { whatsappId: connectionId, queueId: queue.id },
      options: [],
    };
    linked.set(connectionId, [...(linked.get(connectionId) ?? []), view]);
  }
  return linked;
}

function toConnectionView(
  scope: Scope,
  row: ConnectionRow,
  linked: ConnectionQueueView[],
  token = '',
): ConnectionView {
  return {
    id: row.id,
    name: row.name,
    session: '',
    qrcode: row.qrcode,
    pairingCode: row.pairingCode,
    status: row.status,
    battery: '',
    plugged: false,
    retries: row.retries,
    trouble: row.trouble ?? (isRestricted(row, scope.now()) ? 'restricted' : null),
    number: row.number,
    greetingMessage: row.greetingMessage,
    farewellMessage: '',
    complationMessage: row.complationMessage,
    outOfHoursMessage: row.outOfHoursMessage,
    ratingMessage: row.ratingMessage,
    provider: row.provider,
    isDefault: row.isDefault,
    companyId: scope.companyId,
    token,
    transferQueueId: row.transferQueueId,
    timeToTransfer: row.timeToTransfer,
    promptId: row.promptId,
    prompt: null,
    integrationId: row.integrationId,
    maxUseBotQueues: row.maxUseBotQueues,
    timeUseBotQueues: row.timeUseBotQueues,
    expiresTicket: row.expiresTicket,
    expiresInactiveMessage: row.expiresInactiveMessage,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    queues: linked,
  };
}
