import { invitations, logins } from '@db/platform/schema/index.ts';
import { and, eq, gt } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { isAdmin, requireCan, requireRecentAuthentication, requireSuper } from '@/core/policy.ts';
import { type Kernel, type Scope, systemScope } from '@/core/scope.ts';
import { fingerprint, sign } from '@/core/security/secrets.ts';
import { createThrottle, type Throttle } from '@/core/security/throttle.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';
import { postMail } from '@/modules/mail/mail.service.ts';
import { hashPassword, isCommonPassword } from '@/modules/users/passwords.state.ts';
import { setOwnPassword } from '@/modules/users/set-password.service.ts';
import { canManageUser } from '@/modules/users/users.policy.ts';
import { requireUserRow, type UserRow } from '@/modules/users/users.queries.ts';
import { paths } from '@/paths.ts';
import type { AcceptInput } from './invitations.schema.ts';

const LINK_MS = 7 * 86_400_000;

declare module '@/modules/mail/mail.service.ts' {
  interface MailKinds {
    'invitations:invited': { company: string; link: string };
  }
}

declare module '@/core/scope.ts' {
  interface Services {
    invitationMails: Throttle;
  }
}
/** A company on trial must not send mail to third parties in our name. */
export const createInvitationMails = ({ ticks }: Kernel) =>
  createThrottle(ticks, { tries: 50, perSeconds: 86_400 });

export type Invitation = {
  user: UserRow;
  link: string;
  expiresAt: Date;
  isOver: boolean;
  /** The mail server's reason for refusing the mail. */
  refusal: string | null;
};

/** Also for users who may have a password: the link replaces it. Throws as `showInvitation`. */
export async function renewInvitation(scope: Scope, { userId }: { userId: number }): Promise<Invitation> {
  await requireInvitable(scope, userId);
  requireRecentAuthentication(scope);
  return inviteUser(scope, { userId });
}

/** Throws ERR_NO_PERMISSION, ERR_NO_USER_FOUND, ERR_PROOF_REQUIRED. */
export async function showInvitation(
  scope: Scope,
  { userId }: { userId: number },
): Promise<Invitation | undefined> {
  const invitation = await findInvitation(scope, { userId });
  requireRecentAuthentication(scope);
  return invitation;
}

/** An earlier link expires; mailed where possible. Throws ERR_NO_PERMISSION, ERR_NO_USER_FOUND. */
export async function inviteUser(scope: Scope, { userId }: { userId: number }): Promise<Invitation> {
  const user = await requireInvitable(scope, userId);
  const company = await getCompany(scope.kernel, scope.companyId);
  await audit(scope, { what: 'user.invited', on: { id: userId, name: user.name } });
  await platformOf(scope).write(async (tx) => {
    await tx.db.delete(invitations).where(of(scope.companyId, userId));
    const createdAt = tx.now();
    const secret = secretOf(scope, user, createdAt);
    const expiresAt = new Date(createdAt.getTime() + LINK_MS);
    const { companyId } = scope;
    await tx.db
      .insert(invitations)
      .values({ hash: fingerprint(secret), companyId, userId, createdAt, expiresAt });
    if (!scope.kernel.services.invitationMails.tryTake(String(companyId))) return;
    await postMail(tx, {
      kind: 'invitations:invited',
      key: `invitation:${fingerprint(secret)}`,
      recipient: user.email,
      language: user.language ?? company.language,
      companyId,
      values: { company: company.name, link: linkTo(scope, secret) },
      usefulFor: LINK_MS,
    });
  });
  scope.emit('user.updated', { userId });
  const invitation = await findInvitation(scope, { userId });
  if (!invitation) throw new AppError('ERR_INTERNAL');
  return invitation;
}

async function findInvitation(scope: Scope, { userId }: { userId: number }): Promise<Invitation | undefined> {
  const user = await requireInvitable(scope, userId);
  const row = await findRow(scope, userId);
  if (!row) return undefined;
  const { expiresAt, createdAt } = row;
  const secret = secretOf(scope, user, createdAt);
  // A mismatch means the e-mail has changed since: the link must not open the account.
  const isOver = expiresAt <= scope.now() || fingerprint(secret) !== row.hash;
  const mail = await platformOf(scope).db.query.mails.findFirst({
    where: (t, { and, eq }) => and(eq(t.key, `invitation:${row.hash}`), eq(t.status, 'failed')),
  });
  return { user, link: linkTo(scope, secret), expiresAt, isOver, refusal: mail?.lastError ?? null };
}

/** Finds a valid link of any company in the platform database alone. Throws ERR_NO_SUPER. */
export async function findOpenLink(
  scope: Scope,
  person: { companyId: number; userId: number },
): Promise<string | null> {
  requireSuper(scope);
  const { companyId, userId } = person;
  const [found] = await platformOf(scope)
    .db.select({ row: invitations, email: logins.email })
    .from(invitations)
    .innerJoin(logins, and(eq(logins.companyId, companyId), eq(logins.userId, userId)))
    .where(of(companyId, userId));
  if (!found || found.row.expiresAt <= scope.now()) return null;
  const secret = secretOf(
    { kernel: scope.kernel, companyId },
    { id: userId, email: found.email },
    found.row.createdAt,
  );
  return fingerprint(secret) === found.row.hash ? linkTo(scope, secret) : null;
}

export async function revokeInvitation(scope: Scope, { userId }: { userId: number }): Promise<void> {
  const { name } = await requireInvitable(scope, userId);
  await audit(scope, { what: 'user.invitationRevoked', on: { id: userId, name } });
  await forgetInvitation(scope, { userId });
  scope.emit('user.updated', { userId });
}

export async function forgetInvitation(
  { kernel, companyId }: Scope,
  { userId }: { userId: number },
): Promise<void> {
  await kernel.platform.write((tx) => tx.delete(invitations).where(of(companyId, userId)));
}

export async function requireInvited(kernel: Kernel, secret: string) {
  const hash = fingerprint(secret);
  const row = await kernel.platform.db.query.invitations.findFirst({
    where: and(eq(invitations.hash, hash), gt(invitations.expiresAt, kernel.clock())),
  });
  if (!row) throw new AppError('ERR_INVITATION_INVALID');
  const scope = await systemScope(kernel, row.companyId);
  const invitation = await findInvitation(scope, row).catch(() => undefined);
  if (!invitation || invitation.isOver || invitation.user.disabledAt)
    throw new AppError('ERR_INVITATION_INVALID');
  return { scope, hash, user: invitation.user, company: await getCompany(kernel, row.companyId) };
}

/** Works once. Throws ERR_INVITATION_INVALID, ERR_SIGN_IN_BUSY, InvalidInput on `password`. */
export async function acceptInvitation(
  kernel: Kernel,
  { secret, name, password }: AcceptInput & { secret: string },
): Promise<{ companyId: number; userId: number }> {
  if (isCommonPassword(password)) throw new InvalidInput({ password: 'errors:ERR_PASSWORD_TOO_COMMON' });
  const { scope, hash, user } = await requireInvited(kernel, secret);
  const passwordHash = await hashPassword(password);
  const taken = await kernel.platform.write((tx) =>
    tx.delete(invitations).where(eq(invitations.hash, hash)).returning({ userId: invitations.userId }),
  );
  if (taken.length === 0) throw new AppError('ERR_INVITATION_INVALID');
  await setOwnPassword(scope, { userId: user.id, passwordHash, name });
  return { companyId: scope.companyId, userId: user.id };
}

async function requireInvitable(scope: Scope, userId: number): Promise<UserRow> {
  requireCan(scope, isAdmin);
  const user = await requireUserRow(scope, userId);
  requireCan(scope, canManageUser, user);
  return user;
}

/** Derived again on each display, so that it is stored nowhere; a changed e-mail gives another secret. */
function secretOf(
  { kernel, companyId }: Pick<Scope, 'kernel' | 'companyId'>,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  createdAt: Date,
): string {
  const text = `invitation:${companyId}:${id}:${email}:${createdAt.getTime()}`;
  return sign(kernel.secrets.codes, text);
}

function linkTo({ kernel, origin }: Scope, secret: string): string {
  return `${kernel.config.publicUrl ?? origin}${paths.invitation(secret)}`;
}

const findRow = (scope: Scope, userId: number) =>
  platformOf(scope).db.query.invitations.findFirst({ where: of(scope.companyId, userId) });

const of = (companyId: number, userId: number) =>
  and(eq(invitations.companyId, companyId), eq(invitations.userId, userId));
