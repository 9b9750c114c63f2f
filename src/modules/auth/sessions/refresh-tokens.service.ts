import { sessions } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import { AppError } from '@/core/errors.ts';
import type { Kernel } from '@/core/scope.ts';
import { isSignature, sign } from '@/core/security/secrets.ts';
import { endSession } from './sessions.service.ts';

/** Two tabs refresh at the same moment; the later one may still send the previous token. */
const GRACE_MS = 30_000;

type Refresh = { session: string; turn: number };

/** The database stores only the token's counter: a leaked copy of it refreshes nothing. */
export function firstRefreshToken(kernel: Kernel, session: string): string {
  return tokenOf(kernel, { session, turn: 0 });
}

/** Throws ERR_SESSION_EXPIRED for a forged token. */
export function readRefreshToken(kernel: Kernel, token: string): Refresh {
  const [, session = '', turn = '', signature = ''] =
    /^([0-9a-f]{64})\.(\d{1,9})\.([\w-]+)$/.exec(token) ?? [];
  if (!isSignature(keyOf(kernel), textOf(session, turn), signature))
    throw new AppError('ERR_SESSION_EXPIRED');
  return { session, turn: Number(turn) };
}

/** A used token that comes back was stolen: its session ends (RFC 9700 §4.14.2). Throws ERR_SESSION_EXPIRED. */
export async function takeSlot(kernel: Kernel, { session, turn }: Refresh): Promise<string> {
  const next = await kernel.platform.write(async (tx) => {
    const row = await tx.query.sessions.findFirst({ where: eq(sessions.idHash, session) });
    if (!row) throw new AppError('ERR_SESSION_EXPIRED');
    const now = kernel.clock();
    const age = now.getTime() - (row.refreshedAt?.getTime() ?? 0);
    if (turn === row.turn - 1 && age <= GRACE_MS) return row.turn;
    if (turn !== row.turn) return undefined;
    await tx
      .update(sessions)
      .set({ turn: turn + 1, refreshedAt: now })
      .where(eq(sessions.idHash, session));
    return turn + 1;
  });
  if (next === undefined) {
    await endSession(kernel, session);
    kernel.log.warn({ turn }, 'a refresh token came back after its use: its session has ended');
    throw new AppError('ERR_SESSION_EXPIRED');
  }
  return tokenOf(kernel, { session, turn: next });
}

function tokenOf(kernel: Kernel, { session, turn }: Refresh): string {
  return `${session}.${turn}.${sign(keyOf(kernel), textOf(session, turn))}`;
}

/** The prefix separates it from access tokens, which the same key signs. */
const textOf = (session: string, turn: number | string) => `refresh:${session}:${turn}`;
const keyOf = ({ secrets }: Kernel) => Buffer.from(secrets.jwt);
