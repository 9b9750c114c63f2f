import { users } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { InvalidInput } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { renderSmall } from '@/core/storage/pictures.ts';
import { removeMediaAfter } from '@/core/storage/remove-media.ts';
import { requireUserRow } from './users.queries.ts';

const SIDE = 256;

/** A re-encoded square, so that no bytes of the original are served. Throws InvalidInput on `picture`. */
export async function renderPicture(path: string): Promise<Uint8Array> {
  try {
    const request = { fit: 'cover', quality: 80, isPhoto: true } as const;
    const rendered = await renderSmall(path, { ...request, width: SIDE, height: SIDE });
    const side = Math.min(rendered.width, rendered.height);
    return side >= SIDE
      ? rendered.bytes
      : (await renderSmall(path, { ...request, width: side, height: side })).bytes;
  } catch {
    throw new InvalidInput({ picture: 'errors:ERR_UNSUPPORTED_MEDIA' });
  }
}

/** Null removes it. Throws ERR_NO_USER_FOUND. */
export async function setUserPicture(scope: Scope, userId: number, bytes: Uint8Array | null): Promise<void> {
  const { storage } = scope.kernel;
  const key = bytes ? (await storage.save(scope.companyId, bytes, 'jpg')).key : '';
  await scope.write(async (tx) => {
    const { picturePath: before } = await requireUserRow(tx, userId);
    await tx.db.update(users).set({ picturePath: key, updatedAt: tx.now() }).where(eq(users.id, userId));
    if (before) removeMediaAfter(tx, [before]);
    tx.emit('user.updated', { userId });
  });
}
