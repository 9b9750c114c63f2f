import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '@/app.ts';
import { readConfig } from '@/config.ts';
import { type After, yieldToLoop } from '@/core/clock.ts';
import type { LockWait } from '@/core/db/driver/wait-for-lock.ts';
import { writeTemplate } from '@/core/db/tenants/tenants.ts';
import type { Page } from '@/core/http/routing/route.ts';
import { loadTranslations } from '@/core/i18n.ts';
import { randomIds } from '@/core/ids.ts';
import { createLog, type Logger } from '@/core/log.ts';
import type { LiveMessage } from '@/core/realtime/hub.ts';
import { type Kernel, openScope, type Scope, systemScope } from '@/core/scope.ts';
import { createDependencies, type Dependencies, type Replacements } from '@/dependencies.ts';
import { createPace } from '@/modules/contacts/numbers/number-check-pace.state.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { type Listening, listen } from '@/server.ts';
import type { SessionListener } from '@/whatsapp/port.ts';
import { type Browser, createBrowser } from './app.ts';
import { createPeople, PEOPLE, type People, type PersonName, sessionFor } from './people.ts';
import { createFakePush, type FakePush } from './push.ts';
import { createFakeWeb, type FakeWeb } from './web.ts';
import { createFakeWhatsApp, type FakeWhatsApp } from './whatsapp.ts';

export type TestApp = {
  kernel: Kernel;
  dependencies: Dependencies;
  app: App;
  people: People;
  whatsapp: FakeWhatsApp;
  web: FakeWeb;
  push: FakePush;
  listener: SessionListener;
  /** `advance` runs timers; setting `now` only sets the clock. */
  clock: { now: Date; advance(ms: number): void };
  disk: { freeBytes: number };
  /** Undefined is unauthenticated. */
  as(name?: PersonName): Promise<Browser>;
  scopeOf(name: PersonName): Promise<Scope>;
  systemScope(company?: 'aurora' | 'boreal'): Promise<Scope>;
  listenAs(name: PersonName): Promise<LiveMessage[]>;
  listen(): Listening;
  /** Resolves when events are delivered and the outbox is idle. */
  settle(): Promise<void>;
  stop(): Promise<void>;
};

export type Furnished = { dataDir: string; people: People };
type Times = Pick<Replacements, 'clock' | 'ticks'>;

let template: Promise<string> | undefined;
const furnished = new Map<string, Promise<Furnished>>();
const translations = loadTranslations();

export function tenantTemplate(): Promise<string> {
  template ??= makeTemplate();
  return template;
}

async function makeTemplate(): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'balcao-template-')), 'company.db');
  await writeTemplate(path);
  return path;
}

/** A folder with the people of the tests, made once and to be copied. */
export function furnishedFolder(timeZone = '', times: Times = {}): Promise<Furnished> {
  const key = `${timeZone} ${times.clock?.().toISOString() ?? 'today'}`;
  const made = furnished.get(key) ?? fillWithPeople(timeZone ? { TZ: timeZone } : {}, times);
  furnished.set(key, made);
  return made;
}

async function fillWithPeople(env: Record<string, string>, times: Times): Promise<Furnished> {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-furnished-'));
  const dependencies = await createDependencies(readConfig({ DATA_DIR: dataDir, ...SILENT, ...env }), {
    ...times,
    log: createLog('silent'),
    translations,
    tenantTemplate: await tenantTemplate(),
    createWhatsApp: createFakeWhatsApp,
  });
  const people = await createPeople(dependencies.kernel);
  await dependencies.stop();
  return { dataDir, people };
}

export function copyOf({ dataDir: from, people }: Furnished): Furnished {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-test-'));
  cpSync(from, dataDir, { recursive: true });
  return { dataDir, people: structuredClone(people) };
}

const MORNING = new Date('2026-03-10T15:00:00Z');
const IN_THE_MORNING: Times = { clock: () => MORNING, ticks: () => 0 };
const SILENT = { LOG_LEVEL: 'silent', PORT: '0' };

/** Constant-time delays are skipped in tests. */
const atOnce: After = (_ms, call) => {
  const handle = setImmediate(call);
  return () => clearImmediate(handle);
};

export type TestAppOptions = {
  env?: Record<string, string>;
  extra?: Page[];
  log?: Logger;
  lockWait?: LockWait;
  from?: Furnished;
  /** Over files, also with TEST_CLUSTER. */
  isAlone?: boolean;
};

export async function createTestApp({
  env = {},
  extra = [],
  log,
  lockWait,
  from,
  isAlone = false,
}: TestAppOptions = {}): Promise<TestApp> {
  const { dataDir, people } = copyOf(from ?? (await furnishedFolder(env.TZ, IN_THE_MORNING)));
  const whatsapp = createFakeWhatsApp();
  const web = createFakeWeb();
  const push = createFakePush();
  const clock = {
    now: MORNING,
    advance(ms: number) {
      clock.now = new Date(clock.now.getTime() + ms);
      elapsed += ms;
    },
  };
  let elapsed = 0;
  const disk = { freeBytes: Number.MAX_SAFE_INTEGER };
  let listener: SessionListener | undefined;
  const alone = readConfig({ DATA_DIR: dataDir, ...SILENT, ...env });
  const clustered =
    process.env.TEST_CLUSTER && !isAlone
      ? await (await import('./clustered.ts')).moveToServers(alone)
      : undefined;
  const replacements: Replacements = {
    clock: () => clock.now,
    ticks: () => elapsed,
    ids: randomIds,
    log: log ?? createLog(process.env.TEST_LOG ?? 'silent'),
    translations,
    tenantTemplate: await tenantTemplate(),
    lockWait,
    freeBytes: async () => disk.freeBytes,
    createWhatsApp(parts) {
      listener = parts.listener;
      return whatsapp;
    },
    push,
    safeFetch: web.fetch,
    numberPace: createPace(0),
    after: atOnce,
  };
  const dependencies = await createDependencies(clustered?.config ?? alone, replacements);
  const { kernel } = dependencies;
  let made: App | undefined;
  const app = () => {
    made ??= createApp(kernel, extra);
    return made;
  };
  if (!listener) throw new Error('createWhatsApp was not called');
  const gateway = await clustered?.open(dependencies, app(), {
    ...replacements,
    createWhatsApp: createFakeWhatsApp,
  });

  return {
    kernel,
    dependencies,
    get app() {
      return app();
    },
    people,
    whatsapp,
    web,
    push,
    listener,
    clock,
    disk,
    as: async (name) => createBrowser(gateway ?? app(), name && (await sessionFor(kernel, people, name))),
    async scopeOf(name) {
      const companyId = people.companyId[PEOPLE[name].company];
      const actor = await loadActor(kernel, companyId, people.userId[name], `test-${name}`);
      if (!actor) throw new Error(`${name} is no test user`);
      return openScope(kernel, { companyId, actor: { ...actor, provenAt: clock.now } });
    },
    systemScope: (company = 'aurora') => systemScope(kernel, people.companyId[company]),
    async listenAs(name) {
      const companyId = people.companyId[PEOPLE[name].company];
      const actor = await loadActor(kernel, companyId, people.userId[name], `live-${name}`);
      if (!actor) throw new Error(`${name} is no test user`);
      const published: LiveMessage[] = [];
      kernel.hub.add({ actor, deliver: (message) => void published.push(message), close: () => undefined });
      return published;
    },
    listen: () =>
      gateway ? { url: gateway.url, stop: async () => undefined } : listen(kernel, createApp(kernel)),
    async settle() {
      for (let round = 0; round < 3; round += 1) {
        // Readers see a commit one turn of the loop before the writer continues.
        await yieldToLoop();
        await kernel.bus.idle();
        await kernel.outbox.idle();
        await gateway?.settle();
      }
    },
    async stop() {
      await dependencies.stop();
      await clustered?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
