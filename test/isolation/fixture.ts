import { companies, sessions } from '@db/platform/schema/index.ts';
import { contacts, queues, users } from '@db/tenant/schema/index.ts';
import type { Browser } from '@test/support/app.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type Fixtures, fillCompany } from '@test/support/fixtures.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { createLog } from '@/core/log.ts';
import { fingerprint } from '@/core/security/secrets.ts';
import { tokenFor } from '@/modules/public-api/token.test-support.ts';
import { moveIds, plantCanaries } from './canaries.ts';
import { createDumps } from './dumps.ts';
import type { Call } from './routes.ts';

export type Role = PersonName | 'stranger';
export type Reply = { status: number; text: string; headers: string };

export const MARKS = { aurora: 'so-da-aurora', boreal: 'so-da-boreal' };

export type Fixture = {
  testApp: TestApp;
  aurora: Fixtures & { lonelyContactId: number };
  boreal: Fixtures;
  log: string[];
  cookies: Set<string>;
  send(role: Role, call: Call): Promise<Reply>;
  dumpAll(): Promise<{ aurora: string; boreal: string; platform: string }>;
  setCompany(change: Partial<typeof companies.$inferInsert>): Promise<void>;
};

export async function setFixture(): Promise<Fixture> {
  const log: string[] = [];
  const cookies = new Set<string>();
  const testApp = await createTestApp({ log: createLog('trace', { write: (line) => void log.push(line) }) });
  await moveIds(testApp, 'boreal', 7000);
  const { Vendas } = testApp.people.queueId;
  const own = await fillCompany(testApp, { company: 'aurora', queueId: Vendas, mark: MARKS.aurora });
  const aurora = { ...own, lonelyContactId: await addLonelyContact(testApp) };
  const far = await addFarPeople(testApp);
  const filled = await fillCompany(testApp, { company: 'boreal', queueId: far.queueId, mark: MARKS.boreal });
  const boreal = { ...filled, userId: far.userId };
  await plantCanaries(testApp, 'aurora', aurora);
  await plantCanaries(testApp, 'boreal', boreal);
  const tokens = new Map<Role, string>();
  for (const role of ['ana', 'rui', 'bia', 'caio', 'davi'] as const)
    tokens.set(role, await tokenFor(await testApp.scopeOf(role)));
  const dumps = createDumps(testApp);
  const visitors = createVisitors(testApp);

  return {
    testApp: {
      ...testApp,
      async stop() {
        dumps.close();
        await testApp.stop();
      },
    },
    aurora,
    boreal,
    log,
    cookies,
    async send(role, { subApp, method, path, body, form, headers: more }) {
      const as = role === 'stranger' || subApp === 'v1' ? undefined : role;
      const browser = await visitors.as(as);
      if (browser.cookie) cookies.add(browser.cookie);
      const init = wrapped(subApp, method, body, form);
      const token = subApp === 'v1' ? tokens.get(role) : undefined;
      const bearer = token && { Authorization: `Bearer ${token}` };
      const headers = { ...(init.headers as Record<string, string>), ...bearer, ...more };
      const response = await browser.raw(path, { method, ...init, headers });
      if (method !== 'GET' && response.status < 400) visitors.forget(as);
      const text = method === 'HEAD' ? '' : await response.text();
      return { status: response.status, text, headers: JSON.stringify([...response.headers]) };
    },
    async dumpAll() {
      await testApp.settle();
      return {
        aurora: await dumps.dump(aurora.companyId),
        boreal: await dumps.dump(boreal.companyId),
        platform: await dumps.dump('platform', [
          'sessions',
          'muted_alerts',
          'access_tokens',
          'company_exports',
          'sqlite_sequence',
          // Each renews itself every five seconds.
          'nodes',
        ]),
      };
    },
    async setCompany(change) {
      await testApp.kernel.platform.write((tx) =>
        tx.update(companies).set(change).where(eq(companies.id, aurora.companyId)),
      );
    },
  };
}

/** Sessions are reused until used up or ended: refusing a lost session would prove nothing. */
function createVisitors({ as: enter, kernel }: TestApp) {
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

function wrapped(subApp: Call['subApp'], method: string, body: Call['body'], form?: FormData): RequestInit {
  if (form) return { headers: { Accept: subApp === 'pages' ? 'text/html' : 'application/json' }, body: form };
  if (subApp === 'api' || subApp === 'v1') {
    const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
    return { headers, ...(body && { body: JSON.stringify(body) }) };
  }
  const headers = {
    Accept: subApp === 'pages' ? 'text/html' : '*/*',
    ...(method !== 'GET' && subApp === 'pages' && { 'HX-Request': 'true', 'HX-Request-Type': 'partial' }),
  };
  return { headers, ...(body && { body: new URLSearchParams(body as Record<string, string>) }) };
}

async function addLonelyContact(testApp: TestApp): Promise<number> {
  const scope = await testApp.systemScope('aurora');
  return scope.write(async (tx) => {
    const values = { name: `Sozinha ${MARKS.aurora}`, number: '5511911112222' };
    const [contact] = await tx.db.insert(contacts).values(values).returning();
    return contact?.id ?? 0;
  });
}

async function addFarPeople(testApp: TestApp): Promise<{ queueId: number; userId: number }> {
  const scope = await testApp.systemScope('boreal');
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
