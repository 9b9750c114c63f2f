import { sessions } from '@db/platform/schema/index.ts';
import { and, eq, isNotNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { parameter, platformStatement } from '@/core/db/driver/prepared-statement.ts';
import { AppError, CompanyExpired } from '@/core/errors.ts';
import type { Listener } from '@/core/events.ts';
import { type Kernel, type Scope, systemScope, type UserActor } from '@/core/scope.ts';
import { type Browser, isPhone } from '@/core/security/client-browser.ts';
import { fingerprint } from '@/core/security/secrets.ts';
import type { StepMap } from '@/core/steps.ts';
import { findCompany, zoneOf } from '@/modules/companies/companies.queries.ts';
import { hasFactor } from '@/modules/factors/factors.queries.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import type { SessionKind } from './session-kinds.schema.ts';

const SESSION_DAYS = 7;
/** Applies however much it is used, so a stolen session does not last. */
const MAX_DAYS = 30;
const DAY_MS = 86_400_000;
const VISIT_MS = 2 * 3_600_000;
const NOBODY = 0;
/** Limits writes: a session in use is extended at most this often. */
const TOUCH_EVERY_MS = 5 * 60_000;

type From = { deviceId?: number; address?: string; kind?: SessionKind };

/**
 * Ends the person's other sessions; a desktop and a phone may stay beside each other, unless the company forbids it.
 * Returns the cookie's value, which is not stored.
 */
export async function startSession(
  kernel: Kernel,
  companyId: number,
  userId: number,
  from: From = {},
): Promise<string> {
  const token = kernel.ids.token(24);
  const idHash = fingerprint(token);
  const now = kernel.clock();
  const other = await besideOf(kernel, companyId, from.kind);
  const kept = await kernel.platform.write(async (tx) => {
    // No kind is empty, so without another kind all of them end.
    await endOwn(tx, { companyId, userId, other: other ?? '' });
    const left = await ownSessions(tx, { companyId, userId });
    await addSession(tx, { ...NO_DEVICE, ...from, idHash, companyId, userId, now, expiresAt: expiry(now) });
    return left.map(({ idHash: known }) => known);
  });
  kernel.hub.closeUser(companyId, userId, 'kicked', kept);
  return token;
}

const NO_DEVICE = { deviceId: null, address: '', kind: 'desktop' };

const own = ofPerson(parameter('companyId'), parameter('userId'));

const endOwn = platformStatement((db) =>
  db
    .delete(sessions)
    .where(and(own, or(sql`${sessions.kind} <> ${sql.placeholder('other')}`, isNotNull(sessions.visitorId)))),
);

const ownSessions = platformStatement((db) =>
  db.select({ idHash: sessions.idHash }).from(sessions).where(own),
);

const addSession = platformStatement((db) =>
  db.insert(sessions).values({
    idHash: sql.placeholder('idHash'),
    companyId: sql.placeholder('companyId'),
    userId: sql.placeholder('userId'),
    deviceId: sql.placeholder('deviceId'),
    address: sql.placeholder('address'),
    kind: sql.placeholder('kind'),
    createdAt: sql.placeholder('now'),
    seenAt: sql.placeholder('now'),
    provenAt: sql.placeholder('now'),
    expiresAt: sql.placeholder('expiresAt'),
  }),
);

export const pageKind = ({ agent }: Pick<Browser, 'agent'>): SessionKind =>
  isPhone(agent) ? 'phone' : 'desktop';

/** Existing clients' sessions end all others and are ended by all, as ordered. */
async function besideOf(
  kernel: Kernel,
  companyId: number,
  kind: SessionKind = 'desktop',
): Promise<SessionKind | undefined> {
  if (kind === 'client') return undefined;
  const mayBoth = await getSetting(await systemScope(kernel, companyId), 'phoneBesideDesktop');
  if (mayBoth !== 'enabled') return undefined;
  return kind === 'phone' ? 'desktop' : 'phone';
}

export async function findSessionActor(kernel: Kernel, idHash: string): Promise<UserActor | undefined> {
  const session = await findSession(kernel, idHash);
  if (!session) return undefined;
  const now = kernel.clock();
  if (session.visitorId !== null) return findVisitor(kernel, session);
  if (now.getTime() - session.seenAt.getTime() > TOUCH_EVERY_MS) {
    await kernel.platform.write((tx) =>
      tx
        .update(sessions)
        .set({ seenAt: now, expiresAt: expiry(now, session.createdAt) })
        .where(eq(sessions.idHash, idHash)),
    );
  }
  const actor = await loadActor(kernel, session.companyId, session.userId, idHash);
  if (!actor) return undefined;
  const proven = { ...actor, provenAt: session.provenAt ?? undefined };
  return (await lacksFactor(kernel, actor)) ? { ...proven, mustSetUp: FACTOR_SET_UP } : proven;
}

async function findSession(kernel: Kernel, idHash: string) {
  const [session] = await kernel.platform.remember([sessions], `session:${idHash}`, () =>
    sessionByHash(kernel.platform.db, { idHash }),
  );
  return session && session.expiresAt > kernel.clock() ? session : undefined;
}

export async function companyOfSession(kernel: Kernel, idHash: string): Promise<number | undefined> {
  return (await findSession(kernel, idHash))?.companyId;
}

const sessionByHash = platformStatement((db) =>
  db
    .select()
    .from(sessions)
    .where(eq(sessions.idHash, sql.placeholder('idHash'))),
);

export const FACTOR_SET_UP = { code: 'ERR_FACTOR_MISSING', page: '/profile/security' } as const;

export async function lacksFactor(
  kernel: Kernel,
  { companyId, id: userId }: Pick<UserActor, 'companyId' | 'id'>,
): Promise<boolean> {
  const company = await systemScope(kernel, companyId);
  if ((await getSetting(company, 'secondFactor')) !== 'enabled') return false;
  return !(await hasFactor(kernel, { companyId, userId }));
}

type Visit = { companyId: number; visitor: { companyId: number; id: number } };

/** Beside the visitor's own session, for two hours. Returns the cookie's value. */
export async function startVisit(kernel: Kernel, { companyId, visitor }: Visit): Promise<string> {
  const token = kernel.ids.token(24);
  const now = kernel.clock();
  const expiresAt = new Date(now.getTime() + VISIT_MS);
  const times = { ...timesFrom(now), expiresAt };
  const visiting = { visitorCompanyId: visitor.companyId, visitorId: visitor.id };
  await kernel.platform.write((tx) =>
    tx
      .insert(sessions)
      .values({ idHash: fingerprint(token), companyId, userId: NOBODY, ...times, ...visiting }),
  );
  return token;
}

/** Undefined unless they are a super administrator whose own company may work. */
async function findVisitor(
  kernel: Kernel,
  { idHash, companyId, visitorCompanyId, visitorId, provenAt }: typeof sessions.$inferSelect,
): Promise<UserActor | undefined> {
  if (visitorCompanyId === null || visitorId === null) return undefined;
  const own = await loadActor(kernel, visitorCompanyId, visitorId, idHash);
  if (!own?.super || (await lacksFactor(kernel, own))) return undefined;
  const visitor = { companyId: visitorCompanyId, id: visitorId };
  const sight = {
    profile: 'admin',
    super: false,
    queueIds: [],
    allTicket: true,
    connectionId: null,
  } as const;
  const proven = { provenAt: provenAt ?? undefined };
  return { ...own, ...proven, ...sight, queueIds: [], id: NOBODY, companyId, home: visitor };
}

export function ofPerson(companyId: number | SQL, userId: number | SQL) {
  return or(
    and(eq(sessions.companyId, companyId), eq(sessions.userId, userId)),
    and(eq(sessions.visitorCompanyId, companyId), eq(sessions.visitorId, userId)),
  );
}

export async function endSession(kernel: Kernel, idHash: string): Promise<void> {
  await kernel.platform.write((tx) => tx.delete(sessions).where(eq(sessions.idHash, idHash)));
  kernel.hub.closeSession(idHash, 'expired');
}

export async function endSessionsOf(
  { kernel, companyId, actor }: Scope,
  { userId }: StepMap['user.signedOut'],
): Promise<void> {
  const current = actor.kind === 'user' && actor.id === userId ? actor.session : '';
  const theirs = ofPerson(companyId, userId);
  const ended = await kernel.platform.write((tx) =>
    tx
      .delete(sessions)
      .where(and(theirs, ne(sessions.idHash, current)))
      .returning({ idHash: sessions.idHash }),
  );
  for (const { idHash } of ended) kernel.hub.closeSession(idHash, 'expired');
}

/** People without a factor lose access at once, on open pages too. */
export const closeWithoutFactor: Listener<'setting.changed'> = async ({ kernel, companyId }, { key }) => {
  if (key !== 'secondFactor') return;
  for (const socket of [...kernel.hub.socketsOf(companyId)]) {
    const actor = await findSessionActor(kernel, socket.actor.session);
    if (actor?.mustSetUp) socket.close('expired');
  }
};

/** A session may end, or its rights change, while its socket is being opened. */
export function watchNewSockets(kernel: Kernel): void {
  kernel.hub.onAdded((socket) => {
    findSessionActor(kernel, socket.actor.session)
      .then((actor) => (actor && !actor.mustSetUp ? kernel.hub.replaceActor(actor) : socket.close('expired')))
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
    const timeZone = zoneOf(kernel, company);
    throw new CompanyExpired('ERR_SUBSCRIPTION_EXPIRED', {
      date: company.dueDate.toLocaleDateString('pt-BR', { timeZone }),
    });
  }
}

const timesFrom = (now: Date) => ({ createdAt: now, seenAt: now, provenAt: now });

function expiry(now: Date, createdAt = now): Date {
  return new Date(Math.min(now.getTime() + SESSION_DAYS * DAY_MS, createdAt.getTime() + MAX_DAYS * DAY_MS));
}
