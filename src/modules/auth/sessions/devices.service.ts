import { devices } from '@db/platform/schema/index.ts';
import { and, desc, eq, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import { parameter, platformStatement } from '@/core/db/driver/prepared-statement.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { AppError } from '@/core/errors.ts';
import type { Kernel } from '@/core/scope.ts';
import type { Browser } from '@/core/security/client-browser.ts';
import { describeBrowser } from '@/core/security/describe-browser.ts';
import { fingerprint } from '@/core/security/secrets.ts';
import type { Person } from '@/modules/factors/factors.queries.ts';

const RETAINED_MS = 400 * 86_400_000;
const MAX_EACH = 50;

export type DeviceRow = typeof devices.$inferSelect;
export type Device = { id: number; cookie: string; isNew: boolean; isFirst: boolean };

/** A browser that another person of this server uses keeps its cookie; one that we did not issue is replaced. */
export async function noteDevice(kernel: Kernel, person: Person, browser: Browser): Promise<Device> {
  const now = kernel.clock();
  const facts = { ...describeBrowser(browser.agent), address: browser.address };
  return kernel.platform.write(async (tx) => {
    const its = { ...personOf(person), ...facts, now };
    const hash = browser.device === '' ? undefined : fingerprint(browser.device);
    const [known] = hash ? await seeAgain(tx, { ...its, hash }) : [];
    if (known) return { id: known.id, cookie: browser.device, isNew: false, isFirst: false };
    const isOurs = hash !== undefined && (await anybodysDevice(tx, { hash })).length > 0;
    const cookie = isOurs ? browser.device : kernel.ids.token(24);
    const isFirst = (await anyDevice(tx, its)).length === 0;
    const made = insertedRow(await addDevice(tx, { ...its, hash: fingerprint(cookie) }));
    await dropOldest(tx, its);
    return { id: made.id, cookie, isNew: true, isFirst };
  });
}

const ofAnyPerson = ofPerson({ companyId: parameter('companyId'), userId: parameter('userId') });
const thisDevice = and(ofAnyPerson, eq(devices.hash, sql.placeholder('hash')));

const seeAgain = platformStatement((db) =>
  db
    .update(devices)
    .set({
      browser: parameter('browser'),
      system: parameter('system'),
      address: parameter('address'),
      seenAt: parameter('now'),
    })
    .where(thisDevice)
    .returning({ id: devices.id }),
);

const anybodysDevice = platformStatement((db) =>
  db
    .select({ id: devices.id })
    .from(devices)
    .where(eq(devices.hash, sql.placeholder('hash')))
    .limit(1),
);

const anyDevice = platformStatement((db) =>
  db.select({ id: devices.id }).from(devices).where(ofAnyPerson).limit(1),
);

const addDevice = platformStatement((db) =>
  db
    .insert(devices)
    .values({
      companyId: sql.placeholder('companyId'),
      userId: sql.placeholder('userId'),
      hash: sql.placeholder('hash'),
      browser: sql.placeholder('browser'),
      system: sql.placeholder('system'),
      address: sql.placeholder('address'),
      createdAt: sql.placeholder('now'),
      seenAt: sql.placeholder('now'),
    })
    .returning({ id: devices.id }),
);

const dropOldest = platformStatement((db) => {
  const remembered = db
    .select({ id: devices.id })
    .from(devices)
    .where(ofAnyPerson)
    .orderBy(desc(devices.seenAt), desc(devices.id))
    .limit(MAX_EACH);
  return db.delete(devices).where(and(ofAnyPerson, notInArray(devices.id, remembered)));
});

const deviceOfPerson = platformStatement((db) =>
  db.select({ id: devices.id }).from(devices).where(thisDevice),
);

/** Undefined for a browser in which this person has not signed in. */
export async function knownDevice(
  kernel: Kernel,
  person: Person,
  { device }: Browser,
): Promise<number | undefined> {
  if (device === '') return undefined;
  const its = { ...personOf(person), hash: fingerprint(device) };
  return (await deviceOfPerson(kernel.platform.db, its))[0]?.id;
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

const personOf = ({ companyId, userId }: Person): Person => ({ companyId, userId });

function ofPerson({ companyId, userId }: { companyId: number | SQL; userId: number | SQL }) {
  return and(eq(devices.companyId, companyId), eq(devices.userId, userId));
}
