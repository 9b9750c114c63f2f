import { sessions } from '@db/platform/schema/index.ts';
import { and, eq, lt, ne } from 'drizzle-orm';
import { AppError } from '@/kernel/errors.ts';
import type { Kernel, Scope, UserActor } from '@/kernel/scope.ts';
import { fingerprint } from '@/kernel/secrets.ts';
import type { StepMap } from '@/kernel/steps.ts';
import { findCompany } from '@/modules/companies/companies.queries.ts';
import { loadActor } from '@/modules/users/users.queries.ts';

const SESSION_DAYS = 7;
const DAY_MS = 86_400_000;
/** Limits writes: a session in use is extended at most this often. */
const TOUCH_EVERY_MS = 5 * 60_000;

/** Ends the person's other sessions. Returns the cookie's value, which is not stored. */
export async function startSession(kernel: Kernel, companyId: number, userId: number): Promise<string> {
  const token = kernel.ids.token(24);
  const idHash = fingerprint(token);
  const now = kernel.clock();
  await kernel.platform.write(async (tx) => {
    await tx.delete(sessions).where(and(eq(sessions.companyId, companyId), eq(sessions.userId, userId)));
    await tx
      .insert(sessions)
      .values({ idHash, companyId, userId, createdAt: now, seenAt: now, expiresAt: expiry(now) });
  });
  kernel.hub.closeUser(companyId, userId, 'kicked');
  return token;
}

export async function findSessionActor(kernel: Kernel, idHash: string): Promise<UserActor | undefined> {
  const session = await kernel.platform.remember([sessions], `session:${idHash}`, () =>
    kernel.platform.db.query.sessions.findFirst({ where: eq(sessions.idHash, idHash) }),
  );
  const now = kernel.clock();
  if (!session || session.expiresAt <= now) return undefined;
  if (now.getTime() - session.seenAt.getTime() > TOUCH_EVERY_MS) {
    await kernel.platform.write((tx) =>
      tx
        .update(sessions)
        .set({ seenAt: now, expiresAt: expiry(now) })
        .where(eq(sessions.idHash, idHash)),
    );
  }
  return loadActor(kernel, session.companyId, session.userId, idHash);
}

export async function endSession(kernel: Kernel, idHash: string): Promise<void> {
  await kernel.platform.write((tx) => tx.delete(sessions).where(eq(sessions.idHash, idHash)));
  kernel.hub.closeSession(idHash, 'expired');
}

/** Whoever signs themself out elsewhere keeps the session they do it in. */
export async function endSessionsOf(
  { kernel, companyId, actor }: Scope,
  { userId }: StepMap['user.signedOut'],
): Promise<void> {
  const kept = actor.kind === 'user' && actor.id === userId ? actor.session : '';
  const theirs = and(eq(sessions.companyId, companyId), eq(sessions.userId, userId));
  const ended = await kernel.platform.write((tx) =>
    tx
      .delete(sessions)
      .where(and(theirs, ne(sessions.idHash, kept)))
      .returning({ idHash: sessions.idHash }),
  );
  for (const { idHash } of ended) kernel.hub.closeSession(idHash, 'expired');
}

/** A session may end, or its rights change, while its socket is being opened. */
export function watchNewSockets(kernel: Kernel): void {
  kernel.hub.onAdded((socket) => {
    findSessionActor(kernel, socket.actor.session)
      .then((actor) => (actor ? kernel.hub.replaceActor(actor) : socket.close('expired')))
      .catch((error) => kernel.log.error({ err: error }, 'a new socket could not be checked'));
  });
}

export async function forgetExpiredSessions(kernel: Kernel): Promise<void> {
  const ended = await kernel.platform.write((tx) =>
    tx.delete(sessions).where(lt(sessions.expiresAt, kernel.clock())).returning({ idHash: sessions.idHash }),
  );
  for (const { idHash } of ended) kernel.hub.closeSession(idHash, 'expired');
}

/** Throws ERR_COMPANY_DISABLED, ERR_SUBSCRIPTION_EXPIRED with the date as dd/MM/yyyy. */
export async function requireActiveCompany(kernel: Kernel, companyId: number): Promise<void> {
  const company = await findCompany(kernel, companyId);
  if (!company?.status) throw new AppError('ERR_COMPANY_DISABLED');
  if (company.dueDate && company.dueDate <= kernel.clock()) {
    const zone = { timeZone: kernel.config.timeZone };
    throw new AppError('ERR_SUBSCRIPTION_EXPIRED', {
      date: company.dueDate.toLocaleDateString('pt-BR', zone),
    });
  }
}

function expiry(now: Date): Date {
  return new Date(now.getTime() + SESSION_DAYS * DAY_MS);
}
