import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contacts, messages } from '@db/tenant/schema/index.ts';
import { OWNER, openNetwork, pairLine } from '@test/browser/support/line.ts';
import { until } from '@test/browser/support/wait.ts';
import { type Cast, castPeople, setSuper } from '@test/support/people.ts';
import { asc, eq } from 'drizzle-orm';
import { readConfig } from '@/config.ts';
import { createDesk, type Desk } from '@/deps.ts';
import { openScope, systemScope } from '@/kernel/scope.ts';
import { updateCompany } from '@/modules/back-office/companies.service.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import type { Network, Phone } from '@/whatsapp/simulator/index.ts';

const ROUNDS = 12;

let dataDir: string;
let network: Network;
let desk: Desk;
let cast: Cast;
let owner: Phone;
let connectionId: number;

beforeAll(async () => {
  installConsoleFilter();
  dataDir = mkdtempSync(join(tmpdir(), 'balcao-blocked-'));
  network = await openNetwork();
  desk = await createDesk(
    readConfig({
      ...{ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
      ...{ WHATSAPP_SOCKET_URL: network.socketUrl, WHATSAPP_ROOT_KEY: network.rootKey },
    }),
  );
  await desk.start();
  cast = await castPeople(desk.kernel);
  await setSuper(desk.kernel, cast, 'davi');
  owner = network.phone({ number: OWNER, name: 'Loja Aurora' });
  connectionId = await pairLine(desk, cast.companyId.aurora, owner);
}, 60_000);
afterAll(async () => {
  await desk.stop();
  await network.stop();
  rmSync(dataDir, { recursive: true });
});

async function setStatus(status: boolean): Promise<void> {
  const companyId = cast.companyId.boreal;
  const actor = await loadActor(desk.kernel, companyId, cast.userId.davi, 'test');
  if (!actor) throw new Error('davi is not in the cast');
  const scope = await openScope(desk.kernel, {
    companyId,
    actor: { ...actor, provenAt: desk.kernel.clock() },
  });
  await updateCompany(scope, { companyId: cast.companyId.aurora, status });
}

const findSession = () =>
  desk.kernel.services.whatsapp.find({ companyId: cast.companyId.aurora, connectionId });

/** What is stored of each customer, in its order. */
async function stored(): Promise<Record<string, string[]>> {
  const { db } = await systemScope(desk.kernel, cast.companyId.aurora);
  const rows = await db
    .select({ name: contacts.name, body: messages.body })
    .from(messages)
    .innerJoin(contacts, eq(contacts.id, messages.contactId))
    .orderBy(asc(messages.id));
  const said: Record<string, string[]> = {};
  for (const { name, body } of rows) said[name] = [...(said[name] ?? []), body];
  return said;
}

test('what customers write while a company is blocked comes once and in order when it is freed', async () => {
  const names = ['Maria', 'Joana', 'Rita'];
  const customers = names.map((name, n) => network.phone({ number: `551198000000${n}`, name }));
  const say = async (text: string) => {
    for (const customer of customers) await customer.send(owner, { text });
  };
  await say('antes');
  await until('what came before', async () => Object.keys(await stored()).length === names.length);

  await setStatus(false);
  expect(findSession()).toBeUndefined();
  const written = ['antes'];
  for (let n = 1; n <= ROUNDS; n += 1) {
    await say(`bloqueada ${n}`);
    written.push(`bloqueada ${n}`);
  }
  expect(await stored()).toEqual(Object.fromEntries(names.map((name) => [name, ['antes']])));

  await setStatus(true);
  await until('everything that was kept', async () => {
    const said = await stored();
    return names.every((name) => said[name]?.length === written.length);
  });
  await say('depois');
  written.push('depois');
  await until('what comes then', async () => {
    const said = await stored();
    return names.every((name) => said[name]?.at(-1) === 'depois');
  });
  expect(await stored()).toEqual(Object.fromEntries(names.map((name) => [name, written])));
}, 60_000);
