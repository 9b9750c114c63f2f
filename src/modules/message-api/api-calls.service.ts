import { apiCalls, connections, tickets } from '@db/tenant/schema/index.ts';
import { desc, eq, lt, min } from 'drizzle-orm';
import { insertedRow } from '@/core/db/inserted-row.ts';
import type { Listener } from '@/core/events.ts';
import { isAdmin, requireCan } from '@/core/policy.ts';
import type { CompanyJob } from '@/core/queue/company-jobs.ts';
import type { Scope } from '@/core/scope.ts';
import { cutAt } from '@/core/text.ts';
import { CALLS_SHOWN } from './message-api.schema.ts';
import type { ApiCall } from './message-api.views.ts';

export interface MessageApiEvents {
  'api.called': { callId: number };
}
declare module '@/core/events.ts' {
  interface EventMap extends MessageApiEvents {}
}

const DAY_MS = 86_400_000;
const RETAINED_MS = 30 * DAY_MS;
const MAX_NUMBER = 40;

export type NewCall = {
  connectionId: number;
  number: string;
  kind: 'text' | 'media';
  status: number;
  error?: string;
  messageId?: number | null;
  ticketId?: number | null;
};

/** Never stores message texts or tokens. */
export async function noteCall(scope: Scope, { number, ...call }: NewCall): Promise<void> {
  await scope.write(async (tx) => {
    const values = { ...call, number: cutAt(number, MAX_NUMBER), createdAt: tx.now() };
    const { id } = await tx.db
      .insert(apiCalls)
      .values(values)
      .returning({ id: apiCalls.id })
      .then(insertedRow);
    tx.emit('api.called', { callId: id });
  });
}

export async function listCalls(scope: Scope): Promise<ApiCall[]> {
  requireCan(scope, isAdmin);
  const rows = await scope.db
    .select({ call: apiCalls, connection: connections.name, ticketUuid: tickets.uuid })
    .from(apiCalls)
    .leftJoin(connections, eq(connections.id, apiCalls.connectionId))
    .leftJoin(tickets, eq(tickets.id, apiCalls.ticketId))
    .orderBy(desc(apiCalls.id))
    .limit(CALLS_SHOWN);
  return rows.map(({ call: { id, number, kind, status, error, createdAt }, connection, ticketUuid }) => ({
    ...{ id, connection, number, kind, status, error, ticketUuid },
    createdAt: createdAt.toISOString(),
  }));
}

export const publishCalled: Listener<'api.called'> = (scope, data) =>
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'apiCall',
    data,
    canReceive: (actor) => isAdmin(actor),
  });

export const oldCalls: CompanyJob = {
  name: 'old calls of the message API',
  tables: [apiCalls],
  async dueAt(scope) {
    const [row] = await scope.db.select({ at: min(apiCalls.createdAt) }).from(apiCalls);
    return row?.at ? new Date(row.at.getTime() + RETAINED_MS + DAY_MS) : null;
  },
  async run(scope) {
    const since = new Date(scope.now().getTime() - RETAINED_MS);
    await scope.write((tx) => tx.db.delete(apiCalls).where(lt(apiCalls.createdAt, since)));
  },
};
