import { audit, auditSeparately } from '@/core/audit/audit.ts';
import type { PlatformListener } from '@/core/events.ts';
import { platformScope } from '@/core/platform-scope.ts';
import { type CalledFrom, type Kernel, openScope, type Scope, SYSTEM } from '@/core/scope.ts';
import type { Browser } from '@/core/security/client-browser.ts';
import { deviceOf } from '@/core/security/device-name.ts';

type Tried = { companyId: number; userId: number; name: string };
type Wrong = 'session.failed' | 'session.codeFailed';
export type Way = 'password' | 'code' | 'passkey';
type Failed = Tried & { what: Wrong; address: string; device: string };

export type SignInPlatformEvents = { 'sign-in.failed': Failed };
declare module '@/core/events.ts' {
  interface PlatformEventMap extends SignInPlatformEvents {}
}

/** Runs before the platform's session is written, so every sign-in is audited. */
export async function noteSignIn(kernel: Kernel, person: Tried, from: Browser, ways: Way[]): Promise<void> {
  const { companyId, userId } = person;
  kernel.log.info({ ways, companyId, userId, address: from.address }, 'somebody signed in');
  await audit(await scopeOf(kernel, person, calledFromOf(from)), { what: 'session.began' });
}

/** Omits the typed text: it may be a password. Audits after the response: its time reveals nothing. */
export function noteFailedSignIn(kernel: Kernel, person: Tried | undefined, from: Browser, way: Way): void {
  const whose = person && { companyId: person.companyId, userId: person.userId };
  kernel.log.warn({ way, ...whose, address: from.address }, 'a sign-in failed');
  if (person) noteInAudit(kernel, person, from, way === 'code' ? 'session.codeFailed' : 'session.failed');
}

function noteInAudit(kernel: Kernel, { companyId, userId, name }: Tried, from: Browser, what: Wrong): void {
  if (!kernel.services.passwordTries.noted.tryTake(`${companyId}:${userId}`)) return;
  const { address, device } = calledFromOf(from);
  const failed = { companyId, userId, name, what, address, device: device() };
  platformScope(kernel).emit('sign-in.failed', failed);
}

export const auditSignInFailed: PlatformListener<'sign-in.failed'> = async ({ kernel }, failed) => {
  const { what, address, device } = failed;
  const scope = await scopeOf(kernel, failed, { address, device: () => device });
  await audit(scope, { what });
};

export async function noteSignOut(scope: Scope): Promise<void> {
  const isVisitor = scope.actor.kind === 'user' && scope.actor.home !== undefined;
  await auditSeparately(scope, { what: isVisitor ? 'visit.ended' : 'session.ended' });
}

const calledFromOf = ({ address, agent }: Browser): CalledFrom => ({
  address,
  device: () => deviceOf(agent),
});

function scopeOf(kernel: Kernel, { companyId, userId, name }: Tried, calledFrom: CalledFrom): Promise<Scope> {
  const onBehalfOf = { id: userId, companyId, name };
  return openScope(kernel, { companyId, actor: SYSTEM, onBehalfOf, calledFrom });
}
