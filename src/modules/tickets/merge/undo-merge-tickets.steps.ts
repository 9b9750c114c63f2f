import { ticketEvents, ticketNotes, tickets, ticketTags, ticketTrackings } from '@db/tenant/schema/index.ts';
import { and, eq, inArray, or } from 'drizzle-orm';
import { putBack, type Raw, readRaw } from '@/core/db/raw-rows.ts';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';

type TicketsBefore = {
  tickets: Raw[];
  tags: Raw[];
  trackings: Raw[];
  events: Raw[];
  notes: Raw[];
  left: { id: number; updatedAt: number; status: string }[];
};

declare module '@/modules/contacts/merge/merge-snapshot.queries.ts' {
  interface MergeNotes {
    tickets?: TicketsBefore;
  }
}
declare module '@/core/steps.ts' {
  interface StepMap {
    'tickets.parting': StepMap['contacts.parting'] & {
      touched: ReadonlySet<number>;
      continued: ReadonlyMap<number, number>;
    };
  }
}

export async function noteTickets(
  tx: Scope,
  { keep, drop, notes }: StepMap['contacts.merge.noting'],
): Promise<void> {
  const idsOf = (contactIds: number[]) =>
    tx.db.select({ id: tickets.id }).from(tickets).where(inArray(tickets.contactId, contactIds));
  const both = idsOf([keep, drop]);
  const note = or(eq(ticketNotes.contactId, drop), inArray(ticketNotes.ticketId, idsOf([drop])));
  notes.tickets = {
    tickets: await readRaw(tx, tickets, inArray(tickets.contactId, [keep, drop])),
    tags: await readRaw(tx, ticketTags, inArray(ticketTags.ticketId, both)),
    trackings: await readRaw(tx, ticketTrackings, inArray(ticketTrackings.ticketId, both)),
    events: await readRaw(tx, ticketEvents, inArray(ticketEvents.ticketId, both)),
    notes: note ? await readRaw(tx, ticketNotes, note) : [],
    left: [],
  };
}

export async function noteTicketsLeft(
  tx: Scope,
  { keep, notes }: StepMap['contacts.merge.noted'],
): Promise<void> {
  const rows = await tx.db.query.tickets.findMany({ where: eq(tickets.contactId, keep) });
  if (notes.tickets)
    notes.tickets.left = rows.map(({ id, updatedAt, status }) => ({
      id,
      updatedAt: updatedAt.getTime(),
      status,
    }));
}

export async function partTickets(tx: Scope, parting: StepMap['contacts.parting']): Promise<void> {
  const before = parting.notes.tickets;
  if (!before) return;
  const touched = await listTouched(tx, before.left);
  await putTicketsBack(tx, before, parting.drop, touched);
  await putBack(tx, ticketTags, before.tags);
  const continued = await putTrackingsBack(tx, before.trackings, touched);
  await putBack(tx, ticketEvents, before.events);
  await putBack(tx, ticketNotes, before.notes);
  await takeTagsBack(tx, before, parting.keep);
  await tx.kernel.steps.take(tx, 'tickets.parting', { ...parting, touched, continued });
  for (const { id } of before.tickets) tx.emit('ticket.updated', { ticketId: Number(id) });
}

async function listTouched(tx: Scope, left: TicketsBefore['left']): Promise<Set<number>> {
  const known = new Map(left.map((one) => [one.id, one]));
  const rows = await tx.db.query.tickets.findMany({ where: inArray(tickets.id, [...known.keys()]) });
  const isSame = ({ id, updatedAt, status }: (typeof rows)[number]) =>
    known.get(id)?.updatedAt === updatedAt.getTime() && known.get(id)?.status === status;
  return new Set(rows.filter((row) => !isSame(row)).map((row) => row.id));
}

/** A ticket that was worked on since only changes its contact. */
async function putTicketsBack(
  tx: Scope,
  before: TicketsBefore,
  drop: number,
  touched: Set<number>,
): Promise<void> {
  for (const row of before.tickets) {
    const id = row.id ?? null;
    if (!touched.has(Number(id))) await putBack(tx, tickets, [row]);
    else if (row.contact_id === drop) await putBack(tx, tickets, [{ id, contact_id: drop }]);
  }
}

/** Touched tickets keep their attendances as they are; returns which id the continuing ones had, with their own. */
async function putTrackingsBack(
  tx: Scope,
  trackings: Raw[],
  touched: Set<number>,
): Promise<Map<number, number>> {
  const now = await readRaw(tx, ticketTrackings, inArray(ticketTrackings.ticketId, [...touched]));
  const present = new Map(now.map((row) => [row.id, row]));
  const running = trackings.filter((row) => row.finished_at === null);
  const continued = new Map<number, number>();
  const back: Raw[] = [];
  for (const row of trackings) {
    const { id = null, ticket_id } = row;
    const isOfIt = (one: Raw) => present.get(one.id)?.ticket_id === ticket_id;
    if (isOfIt(row)) continue;
    const other = row.finished_at === null ? running.find(isOfIt) : undefined;
    if (other) continued.set(Number(other.id), Number(id));
    back.push(other ? { ...present.get(other.id), id } : row);
  }
  await putBack(tx, ticketTrackings, back);
  return continued;
}

async function takeTagsBack(tx: Scope, { tickets: rows, tags }: TicketsBefore, keep: number): Promise<void> {
  const own = rows.filter((row) => row.contact_id === keep).map((row) => Number(row.id));
  const had = new Set(tags.map((row) => `${row.ticket_id} ${row.tag_id}`));
  const came = tags.filter((row) => !own.includes(Number(row.ticket_id))).map((row) => Number(row.tag_id));
  for (const ticketId of own) {
    const taken = came.filter((tagId) => !had.has(`${ticketId} ${tagId}`));
    await tx.db
      .delete(ticketTags)
      .where(and(eq(ticketTags.ticketId, ticketId), inArray(ticketTags.tagId, taken)));
  }
}
