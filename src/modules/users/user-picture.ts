import { users } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { InvalidInput } from '@/kernel/errors.ts';
import { drawSmall } from '@/kernel/pictures.ts';
import { removeMediaAfter } from '@/kernel/remove-media.ts';
import type { Scope } from '@/kernel/scope.ts';
import { requireUserRow } from './users.queries.ts';

const SIDE = 256;

/** A square, encoded anew, so that nothing of the original's bytes is served. Throws InvalidInput on `picture`. */
export async function drawPicture(path: string): Promise<Uint8Array> {
  try {
    const wish = { fit: 'cover', quality: 80, isPhoto: true } as const;
    const drawn = await drawSmall(path, { ...wish, width: SIDE, height: SIDE });
    const side = Math.min(drawn.width, drawn.height);
    // A smaller one is not enlarged, and comes back as it is: its square is cut out of the middle.
    return side >= SIDE ? drawn.bytes : (await drawSmall(path, { ...wish, width: side, height: side })).bytes;
  } catch {
    throw new InvalidInput({ picture: 'errors:ERR_UNSUPPORTED_MEDIA' });
  }
}

/** Null takes it away. Throws ERR_NO_USER_FOUND. */
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
