import { tags, ticketTags } from '@db/tenant/schema/index.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { amongIds, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { AppError } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { getTicket, requireTicket } from '../list/tickets.queries.ts';
import { canWorkOnTicket } from '../tickets.policy.ts';
import type { TagSync } from '../tickets.schema.ts';
import type { TicketDetail } from '../tickets.views.ts';

declare module '@/core/steps.ts' {
  interface StepMap {
    /** Not published for tags restored by an undo. */
    'tags.added': { ticketId: number; tagIds: number[] };
  }
}

export async function syncTicketTags(scope: Scope, input: TagSync): Promise<TicketDetail> {
  await scope.write(async (tx) => {
    const ticket = await requireTicket(tx, input.ticketId);
    requireCan(tx, canWorkOnTicket, ticket);
    const wanted = input.tags.map((tag) => tag.id);
    const was = await listTagIds(tx, ticket.id);
    await replaceTags(tx, ticket.id, wanted);
    await runTagSteps(
      tx,
      ticket.id,
      [...new Set(wanted)].filter((id) => !was.includes(id)),
    );
    tx.emit('ticket.updated', { ticketId: ticket.id });
  });
  return getTicket(scope, input.ticketId);
}

export async function addTicketTag(
  scope: Scope,
  { ticketId, tagId }: { ticketId: number; tagId: number },
): Promise<void> {
  await scope.write(async (tx) => {
    const ticket = await requireTicket(tx, ticketId);
    requireCan(tx, canWorkOnTicket, ticket);
    await addTags(tx, ticket.id, [tagId]);
    tx.emit('ticket.updated', { ticketId: ticket.id });
  });
}

export async function leaveColumns(scope: Scope, { ticketId }: { ticketId: number }): Promise<void> {
  await scope.write(async (tx) => {
    const ticket = await requireTicket(tx, ticketId);
    requireCan(tx, canWorkOnTicket, ticket);
    const columns = tx.db.select({ id: tags.id }).from(tags).where(eq(tags.kanban, true));
    await tx.db
      .delete(ticketTags)
      .where(and(eq(ticketTags.ticketId, ticket.id), inArray(ticketTags.tagId, columns)));
    tx.emit('ticket.updated', { ticketId: ticket.id });
  });
}

/** Null: no tag. Throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_NO_TAG_FOUND, ERR_TICKET_ELSEWHERE. */
export async function changeColumn(
  scope: Scope,
  { ticketId, from, to }: { ticketId: number; from: number | null; to: number | null },
): Promise<void> {
  await scope.write(async (tx) => {
    const ticket = await requireTicket(tx, ticketId);
    requireCan(tx, canWorkOnTicket, ticket);
    const columnIds = (await columns(tx.db)).map(({ id }) => id);
    const tagIds = await listTagIds(tx, ticket.id);
    if (to !== null && !columnIds.includes(to)) throw new AppError('ERR_NO_TAG_FOUND');
    const isThere =
      from === null
        ? !tagIds.some((id) => columnIds.includes(id))
        : columnIds.includes(from) && tagIds.includes(from);
    if (!isThere) throw new AppError('ERR_TICKET_ELSEWHERE');
    if (from === to) return;
    if (from !== null) await dropTag(tx.db, { ticketId, tagId: from });
    if (to !== null) await addTags(tx, ticket.id, [to]);
    tx.emit('ticket.updated', { ticketId: ticket.id });
  });
}

const columns = tenantStatement((db) => db.select({ id: tags.id }).from(tags).where(eq(tags.kanban, true)));

const dropTag = tenantStatement((db) =>
  db
    .delete(ticketTags)
    .where(
      and(
        eq(ticketTags.ticketId, sql.placeholder('ticketId')),
        eq(ticketTags.tagId, sql.placeholder('tagId')),
      ),
    ),
);

export async function replaceTags(tx: Scope, ticketId: number, tagIds: number[]): Promise<void> {
  const wanted = [...new Set(tagIds)];
  await requireTags(tx, wanted);
  await tx.db.delete(ticketTags).where(eq(ticketTags.ticketId, ticketId));
  if (wanted.length > 0) await tx.db.insert(ticketTags).values(wanted.map((tagId) => ({ ticketId, tagId })));
}

export async function addTags(tx: Scope, ticketId: number, tagIds: number[]): Promise<void> {
  const wanted = [...new Set(tagIds)];
  await requireTags(tx, wanted);
  const added: number[] = [];
  for (const tagId of wanted) if ((await addTag(tx.db, { ticketId, tagId })).length > 0) added.push(tagId);
  await runTagSteps(tx, ticketId, added);
}

const addTag = tenantStatement((db) =>
  db
    .insert(ticketTags)
    .values({ ticketId: sql.placeholder('ticketId'), tagId: sql.placeholder('tagId') })
    .onConflictDoNothing()
    .returning({ id: ticketTags.tagId }),
);

async function runTagSteps(tx: Scope, ticketId: number, tagIds: number[]): Promise<void> {
  if (tagIds.length > 0) await tx.kernel.steps.take(tx, 'tags.added', { ticketId, tagIds });
}

export async function listTagIds(tx: Scope, ticketId: number): Promise<number[]> {
  const rows = await tagsOf(tx.db, { ticketId });
  return rows.map((row) => row.id);
}

const tagsOf = tenantStatement((db) =>
  db
    .select({ id: ticketTags.tagId })
    .from(ticketTags)
    .where(eq(ticketTags.ticketId, sql.placeholder('ticketId'))),
);

async function requireTags(tx: Scope, tagIds: number[]): Promise<void> {
  if (tagIds.length === 0) return;
  const known = await knownTags(tx.db, { ids: JSON.stringify(tagIds) });
  if (known.length !== tagIds.length) throw new AppError('ERR_NO_TAG_FOUND');
}

const knownTags = tenantStatement((db) => db.select({ id: tags.id }).from(tags).where(amongIds(tags.id)));
