import { undos } from '@db/tenant/schema/index.ts';
import { and, eq, gt, lt } from 'drizzle-orm';
import { AppError } from './errors.ts';
import { requireUser } from './policy.ts';
import type { Scope } from './scope.ts';

/** Modules add theirs: `declare module '@/core/undo.ts' { interface UndoKinds { 'tickets.bulk': { … } } }` */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by declaration merging
export interface UndoKinds {}

export type UndoKind = keyof UndoKinds;
export type UndoHandler<K extends UndoKind> = (tx: Scope, data: UndoKinds[K]) => Promise<number>;

export type Undo = {
  offer<K extends UndoKind>(tx: Scope, kind: K, data: UndoKinds[K]): Promise<string>;
  handle<K extends UndoKind>(kind: K, handler: UndoHandler<K>): void;
  /** Once, by the same person, within five minutes. Throws ERR_UNDO_GONE. */
  take(scope: Scope, token: string): Promise<{ done: number }>;
};

const OFFER_MS = 5 * 60_000;

export function createUndo(): Undo {
  const handlers = new Map<string, UndoHandler<never>>();
  return {
    async offer(tx, kind, data) {
      const token = tx.kernel.ids.token(18);
      const now = tx.now();
      await tx.db.delete(undos).where(lt(undos.expiresAt, now));
      await tx.db.insert(undos).values({
        token,
        userId: requireUser(tx).id,
        kind,
        data,
        expiresAt: new Date(now.getTime() + OFFER_MS),
      });
      return token;
    },
    handle(kind, handler) {
      handlers.set(kind, handler as UndoHandler<never>);
    },
    take(scope, token) {
      const { id } = requireUser(scope);
      return scope.write(async (tx) => {
        const mine = and(eq(undos.token, token), eq(undos.userId, id), gt(undos.expiresAt, tx.now()));
        const [offer] = await tx.db.delete(undos).where(mine).returning();
        const handler = offer && handlers.get(offer.kind);
        if (!handler) throw new AppError('ERR_UNDO_GONE');
        return { done: await handler(tx, offer.data as never) };
      });
    },
  };
}
