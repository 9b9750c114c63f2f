import { userQueues, users } from '@db/tenant/schema/index.ts';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import { auditChange, auditGone, auditNew } from '@/core/audit/audit-rows.ts';
import { deleteInParts } from '@/core/db/delete-in-parts.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { isAdmin, requireCan, requireRecentAuthentication } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { removeMediaAfter } from '@/core/storage/remove-media.ts';
import { signInBy } from './change-sign-in-email.service.ts';
import { dropLogin } from './logins.service.ts';
import { hashPassword, isCommonPassword } from './passwords.state.ts';
import {
  oneAtATime,
  requireAnotherAdmin,
  requireOther,
  requireParts,
  requireSpace,
} from './user-rules.queries.ts';
import { canManageUser, isSelf } from './users.policy.ts';
import { getUser, requireUserRow, type UserRow } from './users.queries.ts';
import type { UserInput, UserPatch } from './users.schema.ts';
import type { UserView } from './users.views.ts';

declare module '@/core/steps.ts' {
  interface StepMap {
    /** Outside a transaction: sessions are platform data. Acting on oneself keeps the current session. */
    'user.signedOut': { userId: number };
    'user.deleting': { userId: number };
    /** Outside a transaction: invitations are in the platform's database. */
    'user.invited': { userId: number };
  }
}

/**
 * Without a password the user is invited to set one. Throws ERR_LIMIT_REACHED, ERR_NO_QUEUE_FOUND, ERR_NO_WAPP_FOUND,
 * ERR_PROOF_REQUIRED for an administrator, InvalidInput on `password` and `email`.
 */
export async function createUser(
  scope: Scope,
  input: Omit<UserInput, 'password'> & { password: string | null },
): Promise<UserView> {
  requireCan(scope, isAdmin);
  if (input.profile === 'admin') requireRecentAuthentication(scope);
  if (input.password !== null) requireUncommon(input.password);
  return oneAtATime(scope, async () => {
    if (input.active !== false) await requireSpace(scope);
    await requireParts(scope, input);
    const passwordHash = await hashPassword(input.password ?? scope.kernel.ids.token(32));
    const userId = await nextUserId(scope);
    await signInBy(scope, { userId, email: input.email });
    const view = await scope.write(async (tx) => {
      const { name, email, profile, language } = input;
      const rights = { ...columnsOf(tx, input), profile };
      await tx.db.insert(users).values({ id: userId, name, email, passwordHash, language, ...rights });
      await linkQueues(tx, userId, input.queueIds);
      await auditNew(tx, 'user.created', users, userId);
      tx.emit('user.created', { userId });
      return getUser(tx, userId);
    });
    if (input.password === null) await scope.kernel.steps.take(scope, 'user.invited', { userId });
    return view;
  });
}

/**
 * Omitted fields stay. Users who are not administrators can change only their own name, e-mail, password and
 * language. Throws ERR_NO_USER_FOUND, ERR_LAST_ADMIN, ERR_USER_IS_SELF, ERR_PROOF_REQUIRED for changed credentials or
 * a new administrator, and as `createUser`.
 */
export async function updateUser(scope: Scope, input: UserPatch & { userId: number }): Promise<UserView> {
  const { userId, ...wanted } = input;
  await requireChangeable(scope, userId);
  const patch = isAdmin(scope.actor) ? wanted : ownPartOf(wanted);
  if (patch.password !== undefined) requireUncommon(patch.password);
  return oneAtATime(scope, async () => {
    const before = await requireUserRow(scope, userId);
    await requireAllowed(scope, before, patch);
    if (opensAnotherWay(before, patch)) requireRecentAuthentication(scope);
    const passwordHash = patch.password === undefined ? undefined : await hashPassword(patch.password);
    if (patch.email !== undefined && patch.email !== before.email)
      await signInBy(scope, { userId, email: patch.email });
    const view = await scope.write((tx) => store(tx, before, patch, passwordHash));
    await signOutAfter(scope, before, patch);
    return view;
  });
}

/** Their open tickets wait again. Throws ERR_NO_USER_FOUND, ERR_NO_PERMISSION, ERR_USER_IS_SELF, ERR_LAST_ADMIN. */
export async function deleteUser(scope: Scope, { userId }: { userId: number }): Promise<void> {
  requireCan(scope, isAdmin);
  await requireChangeable(scope, userId);
  await oneAtATime(scope, async () => {
    const user = await requireUserRow(scope, userId);
    requireOther(scope, user);
    await requireAnotherAdmin(scope, user);
    // The platform first: after a crash in between the user is still listed, and can be deleted again.
    await dropLogin(platformOf(scope), { companyId: scope.companyId, userId });
    await scope.kernel.steps.take(scope, 'user.signedOut', { userId });
    await scope.write(async (tx) => {
      await auditGone(tx, 'user.deleted', users, userId);
      await tx.kernel.steps.take(tx, 'user.deleting', { userId });
      await deleteInParts(tx, users, userId);
      if (user.picturePath) removeMediaAfter(tx, [user.picturePath]);
      tx.emit('user.deleted', { userId });
    });
  });
}

function requireUncommon(password: string): void {
  if (isCommonPassword(password)) throw new InvalidInput({ password: 'errors:ERR_PASSWORD_TOO_COMMON' });
}

/** Users the caller may not read must seem not to exist. */
async function requireChangeable(scope: Scope, userId: number): Promise<void> {
  if (isSelf(scope.actor, { id: userId })) return;
  if (!isAdmin(scope.actor)) throw new AppError('ERR_NO_USER_FOUND');
  requireCan(scope, canManageUser, await requireUserRow(scope, userId));
}

function ownPartOf({ name, email, password, language }: UserPatch): UserPatch {
  return { name, email, password, language };
}

/** Otherwise a stolen session could be made permanent. */
function opensAnotherWay(before: UserRow, { password, email = before.email, profile }: UserPatch): boolean {
  const isRaised = profile === 'admin' && before.profile !== 'admin';
  return password !== undefined || email !== before.email || isRaised;
}

async function requireAllowed(scope: Scope, before: UserRow, patch: UserPatch): Promise<void> {
  await requireParts(scope, patch);
  const isDisabling = patch.active === false && !before.disabledAt;
  if (isDisabling) requireOther(scope, before);
  if (isDisabling || (patch.profile ?? before.profile) !== 'admin') await requireAnotherAdmin(scope, before);
  if (patch.active && before.disabledAt) await requireSpace(scope);
}

async function store(
  tx: Scope,
  before: UserRow,
  patch: UserPatch,
  passwordHash: string | undefined,
): Promise<UserView> {
  const { id: userId, disabledAt } = before;
  const { name, email, language } = patch;
  const values = {
    name,
    email,
    language,
    passwordHash,
    ...columnsOf(tx, patch, disabledAt),
    updatedAt: tx.now(),
  };
  const what = passwordHash === undefined ? 'user.changed' : 'user.passwordChanged';
  const audited = await auditChange(tx, what, users, userId, queuesOf(userId));
  await tx.db.update(users).set(values).where(eq(users.id, userId));
  await linkQueues(tx, userId, patch.queueIds);
  await audited();
  tx.emit('user.updated', { userId });
  return getUser(tx, userId);
}

/** A session from before the user was disabled must not become valid again when they are enabled. */
async function signOutAfter(
  scope: Scope,
  { id: userId, disabledAt }: UserRow,
  patch: UserPatch,
): Promise<void> {
  const { password, active = disabledAt === null } = patch;
  const isSwitched = active !== (disabledAt === null);
  if (password !== undefined || isSwitched)
    await scope.kernel.steps.take(scope, 'user.signedOut', { userId });
}

type Rights = Pick<UserPatch, 'profile' | 'allTicket' | 'whatsappId' | 'active'>;

/** Drizzle leaves out undefined columns. */
function columnsOf(tx: Scope, { profile, allTicket, whatsappId, active }: Rights, disabledAt?: Date | null) {
  const isOff = active === undefined ? undefined : !active;
  return {
    profile,
    allTicket,
    connectionId: whatsappId,
    disabledAt: isOff === undefined ? undefined : isOff ? (disabledAt ?? tx.now()) : null,
    ...(isOff && { online: false }),
  };
}

function queuesOf(userId: number) {
  return async (tx: Scope) => {
    const links = await tx.db.query.userQueues.findMany({ where: eq(userQueues.userId, userId) });
    return { queueIds: links.map(({ queueId }) => queueId).sort((a, b) => a - b) };
  };
}

/** Remaining links keep their position in the assignment order. Undefined changes nothing. */
async function linkQueues(tx: Scope, userId: number, queueIds: number[] | undefined): Promise<void> {
  if (queueIds === undefined) return;
  await tx.db
    .delete(userQueues)
    .where(and(eq(userQueues.userId, userId), notInArray(userQueues.queueId, queueIds)));
  if (queueIds.length === 0) return;
  await tx.db
    .insert(userQueues)
    .values(queueIds.map((queueId) => ({ userId, queueId })))
    .onConflictDoNothing();
}

/** Reserved before the row exists, as the platform's part comes first; ids are never reused. */
async function nextUserId(scope: Scope): Promise<number> {
  const [row] = await scope.db
    .select({ last: sql<number>`coalesce(max(seq), 0)` })
    .from(sql`sqlite_sequence`)
    .where(sql`name = 'users'`);
  return (row?.last ?? 0) + 1;
}
