import { companies, plans } from '@db/platform/schema/index.ts';
import { connections, queues } from '@db/tenant/schema/index.ts';
import { createTestApp } from '@test/support/deps.ts';
import type { PersonName } from '@test/support/people.ts';
import type { FakeWhatsApp } from '@test/support/whatsapp.ts';
import { eq } from 'drizzle-orm';
import { requireUser } from '@/core/policy.ts';
import type { LiveMessage } from '@/core/realtime/hub.ts';
import { type Kernel, type Scope, systemScope, type UserActor } from '@/core/scope.ts';
import { SendError, type SessionTarget, type SessionTrouble } from '@/whatsapp/port.ts';

export const AURORA = 1;
export const BOREAL = 2;

export type Person = { scope: Scope; cookie: string | undefined; actor: UserActor };
export type AskOptions = {
  json?: unknown;
  form?: Record<string, string> | URLSearchParams;
  partial?: boolean;
};

export type ConnectionsFixture = {
  kernel: Kernel;
  whatsapp: FakeWhatsApp;
  asked: string[];
  broken: Set<string>;
  ana: Person;
  rui: Person;
  bia: Person;
  davi: Person;
  system(companyId: number): Promise<Scope>;
  setCompany(companyId: number, changes: Partial<typeof companies.$inferInsert>): Promise<void>;
  addConnection(companyId: number, row: typeof connections.$inferInsert): Promise<number>;
  addQueue(companyId: number, name: string, color: string): Promise<number>;
  ask(person: Person | null, method: string, path: string, options?: AskOptions): Promise<Response>;
  published(person: Person): LiveMessage[];
  setNow(iso: string): void;
  close(): Promise<void>;
};

export async function openApp(): Promise<ConnectionsFixture> {
  const testApp = await createTestApp();
  const { kernel, whatsapp } = testApp;
  const broken = breakable(whatsapp);
  const [plan] = await kernel.platform.write((tx) =>
    tx
      .insert(plans)
      .values({ name: 'Três', users: 9, connections: 3, queues: 9 })
      .returning({ id: plans.id }),
  );
  await setCompany(AURORA, { planId: plan?.id ?? 0 });
  await setCompany(BOREAL, { planId: null });

  async function setCompany(id: number, changes: Partial<typeof companies.$inferInsert>): Promise<void> {
    await kernel.platform.write((tx) => tx.update(companies).set(changes).where(eq(companies.id, id)));
  }

  async function person(name: PersonName): Promise<Person> {
    const scope = await testApp.scopeOf(name);
    return { scope, actor: requireUser(scope), cookie: (await testApp.as(name)).cookie };
  }

  return {
    kernel,
    whatsapp,
    asked: whatsapp.calls,
    broken,
    ana: await person('ana'),
    rui: await person('rui'),
    bia: await person('bia'),
    davi: await person('davi'),
    system: (companyId) => systemScope(kernel, companyId),
    setCompany,
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
      const headers = new Headers({ Origin: 'http://desk.test', Host: 'desk.test' });
      const isPage = !path.startsWith('/api/');
      if (isPage) headers.set('Accept', 'text/html');
      if (isPage && (method !== 'GET' || partial)) headers.set('HX-Request', 'true');
      if (partial) headers.set('HX-Request-Type', 'partial');
      if (who?.cookie) headers.set('Cookie', `sid=${who.cookie}`);
      if (json !== undefined) headers.set('Content-Type', 'application/json');
      const sent = json === undefined ? undefined : JSON.stringify(json);
      const body = form ? new URLSearchParams(form) : sent;
      const request = new Request(`http://desk.test${path}`, { method, headers, body });
      const response = await testApp.app.fetch(request);
      await kernel.outbox.idle();
      return response;
    },
    published({ actor }) {
      const events: LiveMessage[] = [];
      const deliver = (message: LiveMessage) => {
        if (message.channel.startsWith('whatsapp')) events.push(message);
      };
      kernel.hub.add({ actor, deliver, close() {} });
      return events;
    },
    setNow(iso) {
      testApp.clock.now = new Date(iso);
    },
    close: () => testApp.stop(),
  };
}

function breakable(whatsapp: FakeWhatsApp): Set<string> {
  const broken = new Set<string>();
  const check = ({ companyId, connectionId }: SessionTarget) => {
    if (broken.has(`${companyId}:${connectionId}`)) throw new Error('the credentials cannot be read');
  };
  for (const command of ['start', 'renew', 'logout', 'stop'] as const) {
    const asIs = whatsapp[command];
    whatsapp[command] = async (target: SessionTarget, trouble?: SessionTrouble) => {
      await asIs(target, trouble);
      check(target);
    };
  }
  const { requestPairingCode } = whatsapp;
  whatsapp.requestPairingCode = async (target, number) => {
    const code = await requestPairingCode(target, number);
    check(target);
    if (number.startsWith('999')) throw new SendError('refused', false);
    return code;
  };
  return broken;
}
