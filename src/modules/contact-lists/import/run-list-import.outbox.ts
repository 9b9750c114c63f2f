import {
  contactListImports as imports,
  contactListItems as items,
  contactListImportRows as rows,
} from '@db/tenant/schema/index.ts';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { yieldToLoop } from '@/core/clock.ts';
import type { OutboxHandler } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import { spellingsOf } from '@/modules/contacts/numbers/contact-number.logic.ts';
import { wantCheck } from '../check/request-check.service.ts';
import { addPeople } from '../fill/add-people.service.ts';
import { type ImportRow, requireListImport } from './list-imports.queries.ts';
import type { Skipped } from './list-imports.schema.ts';
import { type Judged, judgeLine, type Person } from './validate-line.logic.ts';

declare module '@/core/queue/outbox.ts' {
  interface OutboxKinds {
    'contact-list.import': { listImportId: number };
  }
}

/** Numbers are parsed one by one: more would block the event loop too long. */
const LINES_AT_ONCE = 250;
/** More at once would fill the page of an existing client. */
const MAX_REPORTED = 50;

export const queueKeyOf = (listImportId: number) => `list-import:${listImportId}`;

type Line = { id: number; cells: string[] };

export const runListImport: OutboxHandler<'contact-list.import'> = {
  async run(scope, { payload: { listImportId } }) {
    const isThere = await scope.db.query.contactListImports.findFirst({
      where: and(eq(imports.id, listImportId), eq(imports.state, 'running')),
    });
    if (!isThere) return undefined;
    await yieldToLoop();
    const batch = await prepareBatch(scope, listImportId);
    return async (tx) => {
      await batch(tx);
    };
  },
  async park(tx, { payload: { listImportId } }) {
    const order = await tx.db.query.contactListImports.findFirst({ where: eq(imports.id, listImportId) });
    if (!order) return;
    await finish(tx, order);
    publish(tx, order, []);
  },
};

export async function prepareBatch(
  scope: Scope,
  listImportId: number,
): Promise<(tx: Scope) => Promise<number[]>> {
  const order = await requireListImport(scope, listImportId);
  const lines = await scope.db
    .select({ id: rows.id, cells: rows.cells })
    .from(rows)
    .where(and(eq(rows.importId, listImportId), isNull(rows.outcome)))
    .orderBy(asc(rows.id))
    .limit(LINES_AT_ONCE);
  const judged = lines.map((line) => ({ ...line, ...judgeLine(line.cells, order.mapping) }));
  return (tx) => store(tx, order, judged);
}

async function store(tx: Scope, order: ImportRow, judged: (Line & Judged)[]): Promise<number[]> {
  const outcomes = new Map<'created' | Skipped, number[]>();
  const note = (outcome: 'created' | Skipped, id: number) =>
    outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), id]);
  const good = judged.flatMap((line) => ('person' in line ? [line] : []));
  for (const line of judged) if ('problem' in line) note(line.problem, line.id);
  const added = await addPeople(
    tx,
    order.listId,
    good.map(({ person }) => ({ ...person, isOnWhatsapp: null })),
  );
  for (const [index, { id, person }] of good.entries())
    note(added[index] ? 'created' : await skipReason(tx, order, person), id);
  for (const [outcome, ids] of outcomes)
    await tx.db.update(rows).set({ outcome }).where(inArray(rows.id, ids));
  const made = added.filter((id) => id !== null);
  if (made.length > 0) await wantCheck(tx, order.listId);
  if (judged.length < LINES_AT_ONCE) await finish(tx, order);
  else
    await tx.kernel.outbox.add(tx, queueKeyOf(order.id), 'contact-list.import', { listImportId: order.id });
  publish(tx, order, made);
  return made;
}

async function skipReason(tx: Scope, order: ImportRow, { number }: Person): Promise<Skipped> {
  const known = await tx.db.query.contactListItems.findFirst({
    columns: { createdAt: true },
    where: and(eq(items.listId, order.listId), inArray(items.number, spellingsOf(number))),
  });
  return known && known.createdAt < order.createdAt ? 'exists' : 'repeated';
}

async function finish(tx: Scope, order: ImportRow): Promise<void> {
  await tx.db
    .update(imports)
    .set({ state: 'done', finishedAt: tx.now(), updatedAt: tx.now() })
    .where(eq(imports.id, order.id));
}

function publish(tx: Scope, { id, listId }: ImportRow, made: number[]): void {
  tx.emit('contact-list.import-moved', { listImportId: id });
  tx.emit('contact-list.reloaded', { contactListId: listId, itemIds: made.slice(0, MAX_REPORTED) });
}
