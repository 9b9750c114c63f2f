import { companies, sessions } from '@db/platform/schema/index.ts';
import { contacts, queues, users } from '@db/tenant/schema/index.ts';
import type { Browser } from '@test/support/app.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import type { PersonName } from '@test/support/people.ts';
import { fillCompany, type World } from '@test/support/world.ts';
import { eq } from 'drizzle-orm';
import { createLog } from '@/kernel/log.ts';
import { fingerprint } from '@/kernel/secrets.ts';
import { tokenFor } from '@/modules/public-api/token.test-support.ts';
import { moveIds, plantCanaries } from './canaries.ts';
import { createDumps } from './dumps.ts';
import type { Call } from './routes.ts';

export type Role = PersonName | 'stranger';
export type Reply = { status: number; text: string; headers: string };

export const MARKS = { aurora: 'so-da-aurora', boreal: 'so-da-boreal' };

export type Stage = {
  desk: TestDesk;
  aurora: World & { lonelyContactId: number };
  boreal: World;
  log: string[];
  /** None may be logged. */
  cookies: Set<string>;
  send(role: Role, call: Call): Promise<Reply>;
  dumpAll(): Promise<{ aurora: string; boreal: string; platform: string }>;
  setCompany(change: Partial<typeof companies.$inferInsert>): Promise<void>;
};

export async function setStage(): Promise<Stage> {
  const log: string[] = [];
  const cookies = new Set<string>();
  const desk = await createTestDesk({ log: createLog('trace', { write: (line) => void log.push(line) }) });
  await moveIds(desk, 'boreal', 7000);
  const { Vendas } = desk.cast.queueId;
  const own = await fillCompany(desk, { company: 'aurora', queueId: Vendas, mark: MARKS.aurora });
  const aurora = { ...own, lonelyContactId: await addLonelyContact(desk) };
  const far = await addFarPeople(desk);
  const filled = await fillCompany(desk, { company: 'boreal', queueId: far.queueId, mark: MARKS.boreal });
  const boreal = { ...filled, userId: far.userId };
  await plantCanaries(desk, 'aurora', aurora);
  await plantCanaries(desk, 'boreal', boreal);
  const tokens = new Map<Role, string>();
  for (const role of ['ana', 'rui', 'bia', 'caio', 'davi'] as const)
    tokens.set(role, await tokenFor(await desk.scopeOf(role)));
  const dumps = createDumps(desk);
  const visitors = createVisitors(desk);

  return {
    desk: {
      ...desk,
      async stop() {
        dumps.close();
        await desk.stop();
      },
    },
    aurora,
    boreal,
    log,
    cookies,
    async send(role, { door, method, path, body, form, headers: more }) {
      // An access token is another way in than a session.
      const as = role === 'stranger' || door === 'v1' ? undefined : role;
      const browser = await visitors.as(as);
      if (browser.cookie) cookies.add(browser.cookie);
      const init = wrapped(door, method, body, form);
      const token = door === 'v1' ? tokens.get(role) : undefined;
      const bearer = token && { Authorization: `Bearer ${token}` };
      const headers = { ...(init.headers as Record<string, string>), ...bearer, ...more };
      const response = await browser.raw(path, { method, ...init, headers });
      if (method !== 'GET' && response.status < 400) visitors.forget(as);
      const text = method === 'HEAD' ? '' : await response.text();
      return { status: response.status, text, headers: JSON.stringify([...response.headers]) };
    },
    async dumpAll() {
      await desk.settle();
      return {
        aurora: await dumps.dump(aurora.companyId),
        boreal: await dumps.dump(boreal.companyId),
        platform: await dumps.dump('platform', [
          'sessions',
          'muted_alerts',
          'access_tokens',
          'company_exports',
          'sqlite_sequence',
        ]),
      };
    },
    async setCompany(change) {
      await desk.kernel.platform.write((tx) =>
        tx.update(companies).set(change).where(eq(companies.id, aurora.companyId)),
      );
    },
  };
}

/** A person stays signed in until something was done by that session, or to it: what a lost one is refused would prove nothing. */
function createVisitors({ as: enter, kernel }: TestDesk) {
  const known = new Map<PersonName | undefined, Browser>();
  const isAlive = async ({ cookie = '' }: Browser) =>
    kernel.platform.db.query.sessions.findFirst({ where: eq(sessions.idHash, fingerprint(cookie)) });
  return {
    async as(name?: PersonName): Promise<Browser> {
      const last = known.get(name);
      if (last && (!name || (await isAlive(last)))) return last;
      const browser = await enter(name);
      known.set(name, browser);
      return browser;
    },
    forget: (name?: PersonName) => void known.delete(name),
  };
}

function wrapped(door: Call['door'], method: string, body: Call['body'], form?: FormData): RequestInit {
  if (form) return { headers: { Accept: door === 'pages' ? 'text/html' : 'application/json' }, body: form };
  if (door === 'api' || door === 'v1') {
    const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
    return { headers, ...(body && { body: JSON.stringify(body) }) };
  }
  const headers = {
    Accept: door === 'pages' ? 'text/html' : '*/*',
    ...(method !== 'GET' && door === 'pages' && { 'HX-Request': 'true', 'HX-Request-Type': 'partial' }),
  };
  return { headers, ...(body && { body: new URLSearchParams(body as Record<string, string>) }) };
}

async function addLonelyContact(desk: TestDesk): Promise<number> {
  const scope = await desk.systemScope('aurora');
  return scope.write(async (tx) => {
    const values = { name: `Sozinha ${MARKS.aurora}`, number: '5511911112222' };
    const [contact] = await tx.db.insert(contacts).values(values).returning();
    return contact?.id ?? 0;
  });
}

async function addFarPeople(desk: TestDesk): Promise<{ queueId: number; userId: number }> {
  const scope = await desk.systemScope('boreal');
  return scope.write(async (tx) => {
    await tx.db.delete(queues);
    const [queue] = await tx.db.insert(queues).values({ name: 'Longe', color: '#101010' }).returning();
    const person = {
      name: `Eva ${MARKS.boreal}`,
      email: 'eva@boreal.test',
      passwordHash: 'x',
      profile: 'user',
    } as const;
    const [user] = await tx.db.insert(users).values(person).returning();
    return { queueId: queue?.id ?? 0, userId: user?.id ?? 0 };
  });
}
