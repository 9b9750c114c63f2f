import { devices } from '@db/platform/schema/index.ts';
import { and, desc, eq, lt, notInArray } from 'drizzle-orm';
import { AppError } from '@/core/errors.ts';
import type { Kernel } from '@/core/scope.ts';
import type { Browser } from '@/core/security/client-browser.ts';
import { describeBrowser } from '@/core/security/describe-browser.ts';
import { fingerprint } from '@/core/security/secrets.ts';
import type { Person } from '@/modules/factors/factors.queries.ts';

const RETAINED_MS = 400 * 86_400_000;
const MOST_EACH = 50;

export type DeviceRow = typeof devices.$inferSelect;
export type Device = { id: number; cookie: string; isNew: boolean; isFirst: boolean };

/** A browser that another person of this server uses keeps its cookie; one that we did not issue is replaced. */
export async function noteDevice(kernel: Kernel, person: Person, browser: Browser): Promise<Device> {
  const now = kernel.clock();
  const facts = { ...describeBrowser(browser.agent), address: browser.address, seenAt: now };
  return kernel.platform.write(async (tx) => {
    const sentHash = fingerprint(browser.device);
    const isOurs = await tx.query.devices.findFirst({ where: eq(devices.hash, sentHash) });
    const cookie = isOurs ? browser.device : kernel.ids.token(24);
    const hash = fingerprint(cookie);
    const its = and(ofPerson(person), eq(devices.hash, hash));
    const [known] = await tx.update(devices).set(facts).where(its).returning({ id: devices.id });
    if (known) return { id: known.id, cookie, isNew: false, isFirst: false };
    const isFirst = !(await tx.query.devices.findFirst({ where: ofPerson(person) }));
    const row = { ...person, hash, ...facts, createdAt: now };
    const [made] = await tx.insert(devices).values(row).returning({ id: devices.id });
    if (!made) throw new AppError('ERR_INTERNAL');
    const remembered = tx
      .select({ id: devices.id })
      .from(devices)
      .where(ofPerson(person))
      .orderBy(desc(devices.seenAt), desc(devices.id))
      .limit(MOST_EACH);
    await tx.delete(devices).where(and(ofPerson(person), notInArray(devices.id, remembered)));
    return { id: made.id, cookie, isNew: true, isFirst };
  });
}

/** Undefined for a browser in which this person has not signed in. */
export async function knownDevice(
  kernel: Kernel,
  person: Person,
  { device }: Browser,
): Promise<number | undefined> {
  if (device === '') return undefined;
  const its = and(ofPerson(person), eq(devices.hash, fingerprint(device)));
  return (await kernel.platform.db.query.devices.findFirst({ where: its }))?.id;
}

export function listDevices({ platform: { db } }: Kernel, person: Person): Promise<DeviceRow[]> {
  return db.select().from(devices).where(ofPerson(person)).orderBy(desc(devices.seenAt), desc(devices.id));
}

/** Its next sign-in sends an alert again. Throws ERR_NO_DEVICE_FOUND. */
export async function forgetDevice(kernel: Kernel, person: Person, deviceId: number): Promise<void> {
  const its = and(ofPerson(person), eq(devices.id, deviceId));
  const gone = await kernel.platform.write((tx) =>
    tx.delete(devices).where(its).returning({ id: devices.id }),
  );
  if (gone.length === 0) throw new AppError('ERR_NO_DEVICE_FOUND');
}

export async function forgetDevices(kernel: Kernel, person: Person): Promise<void> {
  await kernel.platform.write((tx) => tx.delete(devices).where(ofPerson(person)));
}

export async function forgetOldDevices(kernel: Kernel): Promise<void> {
  const before = new Date(kernel.clock().getTime() - RETAINED_MS);
  await kernel.platform.write((tx) => tx.delete(devices).where(lt(devices.seenAt, before)));
}

const ofPerson = ({ companyId, userId }: Person) =>
  and(eq(devices.companyId, companyId), eq(devices.userId, userId));
