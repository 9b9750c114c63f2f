import { sessions } from '@db/platform/schema/index.ts';
import { and, desc, gt } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { AppError } from '@/core/errors.ts';
import { requireRecentAuthentication, requireUser } from '@/core/policy.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { isPublicAddress } from '@/core/security/public-address.ts';
import { fingerprint } from '@/core/security/secrets.ts';
import { findCompany } from '@/modules/companies/companies.queries.ts';
import type { Person } from '@/modules/factors/factors.queries.ts';
import { selfOf } from '@/modules/factors/factors.service.ts';
import { type DeviceRow, forgetDevice, listDevices } from './devices.service.ts';
import { endSession, ofPerson } from './sessions.service.ts';

export type SessionView = {
  /** Identifies the session for ending it; the cookie's hash stays on the server. */
  key: string;
  isHere: boolean;
  visits: string | null;
  browser: string;
  system: string;
  address: string;
  isLocal: boolean;
  startedAt: string;
  seenAt: string;
};
export type DeviceView = Pick<SessionView, 'browser' | 'system' | 'address' | 'isLocal' | 'seenAt'> & {
  id: number;
};

export async function listOwnSessions(
  scope: Scope,
): Promise<{ sessions: SessionView[]; devices: DeviceView[] }> {
  const person = selfOf(scope);
  const { kernel } = scope;
  const { session: here } = requireUser(scope);
  const open = await openSessionsOf(kernel, person);
  const known = await listDevices(kernel, person);
  const deviceOf = (id: number | null) => known.find((device) => device.id === id);
  const views = await Promise.all(
    open.map(async (row) => ({
      ...originOf(deviceOf(row.deviceId), row.address),
      key: keyOf(row.idHash),
      isHere: row.idHash === here,
      visits: row.visitorId === null ? null : ((await findCompany(kernel, row.companyId))?.name ?? ''),
      startedAt: row.createdAt.toISOString(),
      seenAt: row.seenAt.toISOString(),
    })),
  );
  const idle = known.filter(({ id }) => !open.some(({ deviceId }) => deviceId === id));
  return {
    sessions: views,
    devices: idle.map((row) => ({
      ...originOf(row, row.address),
      id: row.id,
      seenAt: row.seenAt.toISOString(),
    })),
  };
}

/** Closes its pages and sockets at once. Throws ERR_NO_SESSION_FOUND, ERR_PROOF_REQUIRED. */
export async function endOwnSession(scope: Scope, { key }: { key: string }): Promise<void> {
  const open = await openSessionsOf(scope.kernel, selfOf(scope));
  const found = open.find(({ idHash }) => keyOf(idHash) === key);
  if (!found) throw new AppError('ERR_NO_SESSION_FOUND');
  requireRecentAuthentication(scope);
  await close(scope, found);
}

/** Ends all but the current one, including visits. Throws ERR_PROOF_REQUIRED. */
export async function endOtherSessions(scope: Scope): Promise<void> {
  const { session: here } = requireUser(scope);
  requireRecentAuthentication(scope);
  const open = await openSessionsOf(scope.kernel, selfOf(scope));
  for (const row of open) if (row.idHash !== here) await close(scope, row);
}

/** Also ends its session. Throws ERR_NO_DEVICE_FOUND, ERR_PROOF_REQUIRED. */
export async function forgetOwnDevice(scope: Scope, { deviceId }: { deviceId: number }): Promise<void> {
  const person = selfOf(scope);
  const { kernel } = scope;
  const device = (await listDevices(kernel, person)).find(({ id }) => id === deviceId);
  if (!device) throw new AppError('ERR_NO_DEVICE_FOUND');
  requireRecentAuthentication(scope);
  await audit(scope, { what: 'session.deviceForgotten', on: { id: deviceId, name: nameOf(device) } });
  await forgetDevice(kernel, person, deviceId);
  const open = await openSessionsOf(kernel, person);
  for (const { idHash, deviceId: its } of open) if (its === deviceId) await endSession(kernel, idHash);
}

/** Audited before the platform's row changes, as its start was. */
async function close(scope: Scope, { idHash, deviceId }: typeof sessions.$inferSelect): Promise<void> {
  const known = await listDevices(scope.kernel, selfOf(scope));
  const name = nameOf(known.find(({ id }) => id === deviceId));
  await audit(scope, { what: 'session.closed', on: { name } });
  await endSession(scope.kernel, idHash);
}

export function countSessions(kernel: Kernel, person: Person): Promise<number> {
  return openSessionsOf(kernel, person).then(({ length }) => length);
}

/** The latest seen first, visits included. */
export function openSessionsOf({ platform: { db }, clock }: Kernel, { companyId, userId }: Person) {
  const isOpen = and(ofPerson(companyId, userId), gt(sessions.expiresAt, clock()));
  return db.select().from(sessions).where(isOpen).orderBy(desc(sessions.seenAt), desc(sessions.createdAt));
}

function originOf(device: DeviceRow | undefined, address: string) {
  const { browser = '', system = '' } = device ?? {};
  return { browser, system, address, isLocal: address !== '' && !isPublicAddress(address) };
}

const nameOf = (device: DeviceRow | undefined) =>
  [device?.browser, device?.system].filter(Boolean).join(' · ') || (device?.address ?? '');
const keyOf = (idHash: string) => fingerprint(`session:${idHash}`).slice(0, 24);
