import { announcementCompanies, announcements, companies } from '@db/platform/schema/index.ts';
import { eq, inArray, sql } from 'drizzle-orm';
import { auditChange, auditGone, auditNew } from '@/core/audit/audit-rows.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { AppError } from '@/core/errors.ts';
import type { Upload } from '@/core/http/uploads/upload.ts';
import { makeOnce } from '@/core/idempotency/make-once.ts';
import { type PlatformScope, platformOf } from '@/core/platform-scope.ts';
import { requireSuper } from '@/core/policy.ts';
import { PLATFORM, type Scope } from '@/core/scope.ts';
import { type Addressees, findAddressees } from './addressees.queries.ts';
import { type AnnouncementRow, requireAnnouncement, toAnnouncementView } from './announcements.queries.ts';
import type { AnnouncementInput } from './announcements.schema.ts';
import type { AnnouncementView } from './announcements.views.ts';

type Image = Pick<Upload, 'key' | 'name' | 'mime'>;
type Parts = { image?: Image | null; companies?: Addressees };

/**
 * Companies deleted meanwhile are left out. Idempotent by `clientId`. Throws ERR_NO_SUPER, ERR_UNSUPPORTED_MEDIA for
 * anything but PNG and JPEG, InvalidInput on `form`.
 */
export async function createAnnouncement(
  scope: Scope,
  { clientId, ...input }: AnnouncementInput & Parts & { clientId?: string },
): Promise<AnnouncementView> {
  requireSuper(scope);
  const { image = null, companies: addressees = null, status = true, ...text } = input;
  const request = { ...text, status, addressees, image: image?.name };
  return withImage(scope, image, async (columns) => {
    const row = await platformOf(scope).write(async (tx) => {
      const made = await makeOnce(tx, { what: 'announcement', clientId, request }, async () => {
        const values = { ...text, ...columns, status, createdAt: tx.now(), updatedAt: tx.now() };
        const created = await tx.db
          .insert(announcements)
          .values(values)
          .returning({ id: announcements.id })
          .then(insertedRow);
        await storeAddressees(tx, created.id, addressees);
        await auditNew(tx, 'announcement.created', announcements, created.id, addresseesOf(created.id));
        tx.emit('announcement.created', { announcementId: created.id });
        return created.id;
      });
      if (made.isRepeated) removeImageAfter(tx, columns?.mediaPath);
      return requireAnnouncement(tx, made.id);
    });
    return toAnnouncementView(row, scope.origin);
  });
}

/** Omitted stays; `image` null removes. Throws ERR_NO_ANNOUNCEMENT_FOUND, and as `createAnnouncement`. */
export async function updateAnnouncement(
  scope: Scope,
  input: Partial<AnnouncementInput> & Parts & { announcementId: number },
): Promise<AnnouncementView> {
  requireSuper(scope);
  const { announcementId, image, companies: addressees, ...text } = input;
  await requireAnnouncement(platformOf(scope), announcementId);
  return withImage(scope, image, async (columns) => {
    const row = await platformOf(scope).write(async (tx) => {
      const before = await requireAnnouncement(tx, announcementId);
      const wasFor = await findAddressees(tx, announcementId);
      const more = addresseesOf(announcementId);
      const audited = await auditChange(tx, 'announcement.changed', announcements, announcementId, more);
      const [changed] = await tx.db
        .update(announcements)
        .set({ ...text, ...columns, updatedAt: tx.now() })
        .where(eq(announcements.id, announcementId))
        .returning();
      if (!changed) throw new AppError('ERR_NO_ANNOUNCEMENT_FOUND');
      if (addressees !== undefined) await storeAddressees(tx, announcementId, addressees);
      await audited();
      if (columns) removeImageAfter(tx, before.mediaPath);
      tx.emit('announcement.updated', { announcementId, wasActive: before.status, wasFor });
      return changed;
    });
    return toAnnouncementView(row, scope.origin);
  });
}

/** Also deletes its image. Throws ERR_NO_SUPER, ERR_NO_ANNOUNCEMENT_FOUND. */
export async function deleteAnnouncement(
  scope: Scope,
  { announcementId }: { announcementId: number },
): Promise<void> {
  requireSuper(scope);
  await platformOf(scope).write(async (tx) => {
    const row = await requireAnnouncement(tx, announcementId);
    await auditGone(tx, 'announcement.deleted', announcements, announcementId);
    await tx.db.delete(announcements).where(eq(announcements.id, announcementId));
    removeImageAfter(tx, row.mediaPath);
    tx.emit('announcement.deleted', { announcementId });
  });
}

const addresseesOf = (announcementId: number) => async (tx: PlatformScope) => ({
  companies: await findAddressees(tx, announcementId),
});

async function storeAddressees(tx: PlatformScope, announcementId: number, ids: Addressees): Promise<void> {
  const row = eq(announcements.id, announcementId);
  await tx.db
    .update(announcements)
    .set({ forAll: ids === null })
    .where(row);
  await tx.db.delete(announcementCompanies).where(eq(announcementCompanies.announcementId, announcementId));
  if (ids === null) return;
  const chosen = tx.db
    .select({ announcementId: sql<number>`${announcementId}`.as('announcement_id'), companyId: companies.id })
    .from(companies)
    .where(inArray(companies.id, ids));
  await tx.db.insert(announcementCompanies).select(chosen);
}

type Columns = Pick<AnnouncementRow, 'mediaPath' | 'mediaName' | 'mediaMime'> | undefined;

const KINDS: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg' };

/** The upload is in the folder of the author's company; the platform's copy outlives that company. */
async function withImage<T>(
  { kernel, companyId }: Scope,
  image: Image | null | undefined,
  work: (columns: Columns) => Promise<T>,
): Promise<T> {
  if (!image) return work(image === null ? { mediaPath: null, mediaName: null, mediaMime: null } : undefined);
  const { storage } = kernel;
  const ending = KINDS[image.mime];
  if (!ending) throw new AppError('ERR_UNSUPPORTED_MEDIA');
  const source = await storage.open(companyId, image.key);
  if (!source) throw new AppError('ERR_NOT_FOUND');
  const { key } = await storage.adopt(PLATFORM, source, ending);
  try {
    return await work({ mediaPath: key, mediaName: image.name, mediaMime: image.mime });
  } catch (error) {
    await storage.remove(PLATFORM, key);
    throw error;
  }
}

function removeImageAfter(tx: PlatformScope, mediaPath: string | null | undefined): void {
  if (!mediaPath) return;
  const { kernel, log } = tx;
  tx.afterCommit(() => {
    kernel.storage
      .remove(PLATFORM, mediaPath)
      .catch((error) => log.error({ err: error }, 'an image that nobody needs could not be removed'));
  });
}
