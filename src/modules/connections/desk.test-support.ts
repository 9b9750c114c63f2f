import { afterAll, beforeAll } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plans } from '@db/platform/schema/index.ts';
import { connections, queues, users } from '@db/tenant/schema/index.ts';
import { type App, createApp } from '@/app.ts';
import { readConfig } from '@/config.ts';
import { createDesk } from '@/deps.ts';
import { writeTemplate } from '@/kernel/db/tenants.ts';
import type { LiveMessage } from '@/kernel/live/hub.ts';
import { createLog } from '@/kernel/log.ts';
import { type Kernel, openScope, type Scope, systemScope, type UserActor } from '@/kernel/scope.ts';
import { startSession } from '@/modules/auth/sessions.service.ts';
import { createCompany } from '@/modules/companies/companies.service.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { SendError, type SessionTarget, type WhatsApp, type WhatsAppSession } from '@/whatsapp/port.ts';

/** Remembers what it was asked; `broken` are the targets that fail at whatever they are asked. */
export class FakeWhatsApp implements WhatsApp {
  readonly asked: string[] = [];
  readonly broken = new Set<string>();
  private readonly live = new Set<string>();

  start = (target: SessionTarget) => this.note('start', target, () => this.live.add(nameOf(target)));
  renew = (target: SessionTarget) => this.note('renew', target, () => this.live.add(nameOf(target)));
  logout = (target: SessionTarget) => this.note('logout', target);
  stop = (target: SessionTarget) => this.note('stop', target, () => this.live.delete(nameOf(target)));
  async stopAll() {}

  async requestPairingCode(target: SessionTarget, number: string) {
    await this.note(`pair ${number}`, target);
    if (number.startsWith('999')) throw new SendError('refused', false);
    return 'ABCD1234';
  }

  find(target: SessionTarget) {
    return this.live.has(nameOf(target)) ? ({} as WhatsAppSession) : undefined;
  }

  private async note(what: string, target: SessionTarget, then: () => void = () => {}): Promise<void> {
    this.asked.push(`${what} ${nameOf(target)}`);
    if (this.broken.has(nameOf(target))) throw new Error('the credentials cannot be read');
    then();
  }
}

const nameOf = ({ companyId, connectionId }: SessionTarget) => `${companyId}/${connectionId}`;

export type Person = { scope: Scope; cookie: string; actor: UserActor };

export type TestDesk = {
  kernel: Kernel;
  app: App;
  whatsapp: FakeWhatsApp;
  /** Administrator, supervisor and agent of Aurora; administrator of Boreal. */
  ana: Person;
  rui: Person;
  bia: Person;
  davi: Person;
  system(companyId: number): Promise<Scope>;
  addConnection(companyId: number, row: typeof connections.$inferInsert): Promise<number>;
  addQueue(companyId: number, name: string, color: string): Promise<number>;
  ask(person: Person | null, method: string, path: string, options?: AskOptions): Promise<Response>;
  /** What this person is told of connections from now on. */
  hear(person: Person): LiveMessage[];
  setNow(iso: string): void;
  close(): Promise<void>;
};

export type AskOptions = { json?: unknown; form?: Record<string, string>; partial?: boolean };

export const AURORA = 1;
export const BOREAL = 2;

let template = '';
let folder = '';

/** Call once at the top of a file that opens desks: companies are copied instead of migrated one by one. */
export function useTemplate(): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'connections-template-'));
    template = join(folder, 'template.db');
    await writeTemplate(template);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
}

/** Aurora (plan of three connections) and Boreal (no plan) on real database files, with a WhatsApp that only listens. */
export async function openDesk(): Promise<TestDesk> {
  const dataDir = await mkdtemp(join(tmpdir(), 'connections-'));
  let now = new Date('2026-03-05T17:07:00Z');
  const whatsapp = new FakeWhatsApp();
  const { kernel, stop } = await createDesk(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), {
    clock: () => now,
    log: createLog('silent'),
    tenantTemplate: template,
    createWhatsApp: () => whatsapp,
  });
  const app = createApp(kernel);
  const [plan] = await kernel.platform.write((tx) =>
    tx
      .insert(plans)
      .values({ name: 'Três', users: 9, connections: 3, queues: 9 })
      .returning({ id: plans.id }),
  );
  await addCompany('Aurora', 'Ana', plan?.id ?? null);
  await addCompany('Boreal', 'Davi', null);
  await (await systemScope(kernel, AURORA)).write(async (tx) => {
    const row = (name: string) => ({ name, email: `${name.toLowerCase()}@aurora.test`, passwordHash: '-' });
    await tx.db.insert(users).values([
      { ...row('Rui'), id: 2, profile: 'supervisor' },
      { ...row('Bia'), id: 3, profile: 'user' },
    ]);
  });

  async function addCompany(name: string, owner: string, planId: number | null): Promise<void> {
    const email = `${owner.toLowerCase()}@${name.toLowerCase()}.test`;
    await createCompany(kernel, {
      name,
      email,
      dueDate: null,
      planId,
      owner: { name: owner, passwordHash: '-', super: false },
    });
  }

  async function person(companyId: number, userId: number): Promise<Person> {
    const token = await startSession(kernel, companyId, userId);
    const actor = await loadActor(kernel, companyId, userId, 'test');
    if (!actor) throw new Error('nobody is there');
    return { scope: await openScope(kernel, { companyId, actor }), cookie: `sid=${token}`, actor };
  }

  return {
    kernel,
    app,
    whatsapp,
    ana: await person(AURORA, 1),
    rui: await person(AURORA, 2),
    bia: await person(AURORA, 3),
    davi: await person(BOREAL, 1),
    system: (companyId) => systemScope(kernel, companyId),
    async addConnection(companyId, values) {
      const scope = await systemScope(kernel, companyId);
      const [row] = await scope.write((tx) =>
        tx.db.insert(connections).values(values).returning({ id: connections.id }),
      );
      return row?.id ?? 0;
    },
    async addQueue(companyId, name, color) {
      const scope = await systemScope(kernel, companyId);
      const [row] = await scope.write((tx) =>
        tx.db.insert(queues).values({ name, color }).returning({ id: queues.id }),
      );
      return row?.id ?? 0;
    },
    async ask(who, method, path, { json, form, partial } = {}) {
      const isPage = !path.startsWith('/api/');
      const headers = new Headers({ Origin: 'http://desk.test', Host: 'desk.test' });
      if (isPage) headers.set('Accept', 'text/html');
      if (isPage && (method !== 'GET' || partial)) headers.set('HX-Request', 'true');
      if (partial) headers.set('HX-Request-Type', 'partial');
      if (who) headers.set('Cookie', who.cookie);
      if (json !== undefined) headers.set('Content-Type', 'application/json');
      const body = form ? new URLSearchParams(form) : json === undefined ? undefined : JSON.stringify(json);
      return app.fetch(new Request(`http://desk.test${path}`, { method, headers, body }));
    },
    hear({ actor }) {
      const heard: LiveMessage[] = [];
      const deliver = (message: LiveMessage) => {
        if (message.channel.startsWith('whatsapp')) heard.push(message);
      };
      kernel.hub.add({ actor, deliver, close() {} });
      return heard;
    },
    setNow(iso) {
      now = new Date(iso);
    },
    async close() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
