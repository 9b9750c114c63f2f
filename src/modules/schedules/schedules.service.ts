import { connections, schedules } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { auditGone } from '@/core/audit/audit-rows.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { makeOnce } from '@/core/idempotency/make-once.ts';
import { requireCan } from '@/core/policy.ts';
import { asSystem, type Scope } from '@/core/scope.ts';
import { removeMediaAfter } from '@/core/storage/remove-media.ts';
import { storable } from '@/core/text.ts';
import { getPlanOf } from '@/modules/companies/companies.queries.ts';
import type { PlanRowView } from '@/modules/companies/companies.views.ts';
import { requirePlanCapacity } from '@/modules/companies/plan-limits.policy.ts';
import { requireSight } from '@/modules/contacts/contact-access.policy.ts';
import { requireContact } from '@/modules/contacts/contacts.queries.ts';
import { deleteMessage } from '@/modules/messages/write/delete-message.service.ts';
import { readMoment } from './parse-date-time.logic.ts';
import { canChangeSchedule } from './schedules.policy.ts';
import {
  countWaiting,
  factsOf,
  getSchedule,
  requireSchedule,
  type ScheduleRow,
} from './schedules.queries.ts';
import type { ScheduleInput, SchedulePatch } from './schedules.schema.ts';
import type { ScheduleView } from './schedules.views.ts';

const MINUTE_MS = 60_000;

export type ScheduleMedia = { key: string; name: string; mime: string };
type NewSchedule = ScheduleInput & { media?: ScheduleMedia | null };

/**
 * Idempotent by `clientId`. Throws ERR_NO_CONTACT_FOUND, ERR_CONTACT_OF_OTHERS, ERR_NO_WAPP_FOUND,
 * ERR_UNSUPPORTED_MEDIA for a file that is not an image, ERR_LIMIT_REACHED, InvalidInput on `sendAt`, `form`.
 */
export async function createSchedule(
  scope: Scope,
  { media = null, clientId, ...input }: NewSchedule,
): Promise<ScheduleView> {
  requirePicture(media);
  const plan = await getPlanOf(scope.kernel, scope.companyId);
  return scope.write(async (tx) => {
    const request = { ...input, file: media?.name };
    const { id, isRepeated } = await makeOnce(tx, { what: 'schedule', clientId, request }, async () => {
      requirePlanCapacity(plan, 'schedules', await countWaiting(tx));
      return addSchedule(tx, { ...input, media });
    });
    if (isRepeated) removeMediaAfter(tx, media ? [media.key] : []);
    return getSchedule(asSystem(tx), id);
  });
}

async function addSchedule(tx: Scope, { media = null, ...input }: NewSchedule): Promise<number> {
  const sendAt = momentAhead(tx, input.sendAt);
  await requireParties(tx, input);
  const { repeats = 'never', opensTicket = false } = input;
  const row = await tx.db
    .insert(schedules)
    .values({
      ...columnsOf(input),
      ...mediaColumns(media),
      body: storable(input.body),
      contactId: input.contactId,
      sendAt,
      repeats,
      firstAt: sendAt,
      opensTicket,
      userId: tx.actor.kind === 'user' ? tx.actor.id : null,
      createdAt: tx.now(),
      updatedAt: tx.now(),
    })
    .returning({ id: schedules.id })
    .then(insertedRow);
  tx.emit('schedule.created', { scheduleId: row.id });
  return row.id;
}

/**
 * Becomes pending again, whatever its status, unless sent. `media` null removes the file. Throws
 * ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION, ERR_SCHEDULE_SENT, and as `createSchedule`.
 */
export async function updateSchedule(
  scope: Scope,
  { scheduleId, media, ...patch }: SchedulePatch & { scheduleId: number; media?: ScheduleMedia | null },
): Promise<ScheduleView> {
  requirePicture(media ?? null);
  const plan = await getPlanOf(scope.kernel, scope.companyId);
  return scope.write(async (tx) => {
    const row = await requireChangeable(tx, scheduleId, plan);
    const sendAt = patch.sendAt === undefined ? row.sendAt : momentAhead(tx, patch.sendAt);
    await requireParties(tx, patch);
    await change(tx, row, {
      ...columnsOf(patch),
      ...(media !== undefined && mediaColumns(media)),
      sendAt,
      ...(isMoved(row, sendAt, patch) && { firstAt: sendAt }),
    });
    return getSchedule(asSystem(tx), scheduleId);
  });
}

export async function setScheduleMedia(
  scope: Scope,
  { scheduleId, media }: { scheduleId: number; media: ScheduleMedia | null },
): Promise<void> {
  requirePicture(media);
  const plan = await getPlanOf(scope.kernel, scope.companyId);
  await scope.write(async (tx) =>
    change(tx, await requireChangeable(tx, scheduleId, plan), mediaColumns(media)),
  );
}

/** Sent messages stay in the conversation. Throws ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION. */
export async function deleteSchedule(scope: Scope, { scheduleId }: { scheduleId: number }): Promise<void> {
  await scope.write(async (tx) => {
    const row = await requireSchedule(tx, scheduleId);
    requireCan(tx, canChangeSchedule, row);
    const facts = await factsOf(tx, row);
    await auditGone(tx, 'schedule.deleted', schedules, row.id);
    await withdraw(tx, row);
    await tx.db.delete(schedules).where(eq(schedules.id, row.id));
    removeMediaAfter(tx, fileOf(row));
    tx.emit('schedule.deleted', { scheduleId, facts });
  });
}

/** A failed one becomes pending again, and counts against the plan again. */
async function requireChangeable(tx: Scope, scheduleId: number, plan: PlanRowView): Promise<ScheduleRow> {
  const row = await requireSchedule(tx, scheduleId);
  requireCan(tx, canChangeSchedule, row);
  if (row.sentAt !== null) throw new AppError('ERR_SCHEDULE_SENT');
  if (row.status === 'ERRO') requirePlanCapacity(plan, 'schedules', await countWaiting(tx));
  return row;
}

async function change(tx: Scope, row: ScheduleRow, values: Partial<ScheduleRow>): Promise<void> {
  await withdraw(tx, row);
  await tx.db
    .update(schedules)
    .set({ ...values, status: 'PENDENTE', error: null, updatedAt: tx.now() })
    .where(eq(schedules.id, row.id));
  if (values.mediaPath !== undefined) removeMediaAfter(tx, fileOf(row));
  tx.emit('schedule.updated', { scheduleId: row.id });
}

/**
 * Its message waits in the outbox, or failed and could be sent again: deletes it, and at the customer's if it leaves at
 * this very moment.
 */
async function withdraw(tx: Scope, { status, messageId }: ScheduleRow): Promise<void> {
  const mayLeave = status === 'AGENDADA' || status === 'ERRO';
  if (mayLeave && messageId !== null) await deleteMessage(asSystem(tx), { messageId });
}

async function requireParties(tx: Scope, { contactId, whatsappId }: SchedulePatch): Promise<void> {
  if (contactId !== undefined) {
    await requireContact(tx, contactId);
    await requireSight(tx, contactId);
  }
  if (whatsappId == null) return;
  const known = await tx.db.query.connections.findFirst({ where: eq(connections.id, whatsappId) });
  if (!known) throw new AppError('ERR_NO_WAPP_FOUND');
}

/** The minute that has begun counts as ahead: clients send no seconds. */
function momentAhead(tx: Scope, text: string): Date {
  const at = readMoment(text, tx.timeZone);
  if (!at) throw new InvalidInput({ sendAt: 'common:validation.date' });
  if (at.getTime() < tx.now().getTime() - MINUTE_MS) throw new InvalidInput({ sendAt: 'schedules:past' });
  return at;
}

function isMoved(row: ScheduleRow, sendAt: Date, { repeats = row.repeats }: SchedulePatch): boolean {
  return repeats !== row.repeats || sendAt.getTime() !== row.sendAt.getTime();
}

function columnsOf({ body, contactId, whatsappId, repeats, opensTicket }: SchedulePatch) {
  return {
    ...(body !== undefined && { body: storable(body) }),
    ...(contactId !== undefined && { contactId }),
    ...(whatsappId !== undefined && { connectionId: whatsappId }),
    ...(repeats !== undefined && { repeats }),
    ...(opensTicket !== undefined && { opensTicket }),
  };
}

/** Spec part 2 §5: .png, .jpg, .jpeg. Throws ERR_UNSUPPORTED_MEDIA. */
function requirePicture(media: ScheduleMedia | null): void {
  if (media && !/^image\/(png|jpeg)$/.test(media.mime)) throw new AppError('ERR_UNSUPPORTED_MEDIA');
}

function mediaColumns(media: ScheduleMedia | null) {
  return {
    mediaPath: media?.key ?? null,
    mediaName: media?.name ?? null,
    mediaMime: media?.mime ?? null,
  };
}

function fileOf({ mediaPath }: ScheduleRow): string[] {
  return mediaPath === null ? [] : [mediaPath];
}
