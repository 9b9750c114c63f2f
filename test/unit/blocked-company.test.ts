import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contacts, messages } from '@db/tenant/schema/index.ts';
import type { Network, Phone } from '@demo/whatsapp/index.ts';
import { OWNER, openNetwork, pairLine } from '@test/browser/support/line.ts';
import { until } from '@test/browser/support/wait.ts';
import { createPeople, type People, setSuper } from '@test/support/people.ts';
import { asc, eq } from 'drizzle-orm';
import { readConfig } from '@/config.ts';
import { openScope, systemScope } from '@/core/scope.ts';
import { createDependencies, type Dependencies } from '@/dependencies.ts';
import { updateCompany } from '@/modules/back-office/companies.service.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';

const ROUNDS = 12;

let dataDir: string;
let network: Network;
let dependencies: Dependencies;
let people: People;
let owner: Phone;
let connectionId: number;

beforeAll(async () => {
  installConsoleFilter();
  dataDir = mkdtempSync(join(tmpdir(), 'balcao-blocked-'));
  network = await openNetwork();
  dependencies = await createDependencies(
    readConfig({
      ...{ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
      ...{ WHATSAPP_SOCKET_URL: network.socketUrl, WHATSAPP_ROOT_KEY: network.rootKey },
    }),
  );
  await dependencies.start();
  people = await createPeople(dependencies.kernel);
  await setSuper(dependencies.kernel, people, 'davi');
  owner = network.phone({ number: OWNER, name: 'Loja Aurora' });
  connectionId = await pairLine(dependencies, people.companyId.aurora, owner);
});
afterAll(async () => {
  await dependencies.stop();
  await network.stop();
  rmSync(dataDir, { recursive: true });
});

async function setStatus(status: boolean): Promise<void> {
  const companyId = people.companyId.boreal;
  const actor = await loadActor(dependencies.kernel, companyId, people.userId.davi, 'test');
  if (!actor) throw new Error('davi is not in the cast');
  const scope = await openScope(dependencies.kernel, {
    companyId,
    actor: { ...actor, provenAt: dependencies.kernel.clock() },
  });
  await updateCompany(scope, { companyId: people.companyId.aurora, status });
}

const findSession = () =>
  dependencies.kernel.services.whatsapp.find({ companyId: people.companyId.aurora, connectionId });

async function stored(): Promise<Record<string, string[]>> {
  const { db } = await systemScope(dependencies.kernel, people.companyId.aurora);
  const rows = await db
    .select({ name: contacts.name, body: messages.body })
    .from(messages)
    .innerJoin(contacts, eq(contacts.id, messages.contactId))
    .orderBy(asc(messages.id));
  const sent: Record<string, string[]> = {};
  for (const { name, body } of rows) sent[name] = [...(sent[name] ?? []), body];
  return sent;
}

test('messages received while a company is blocked arrive once and in order when it is unblocked', async () => {
  const names = ['Maria', 'Joana', 'Rita'];
  const customers = names.map((name, n) => network.phone({ number: `551198000000${n}`, name }));
  const sendText = async (text: string) => {
    for (const customer of customers) await customer.send(owner, { text });
  };
  await sendText('antes');
  await until('what came before', async () => Object.keys(await stored()).length === names.length);

  await setStatus(false);
  expect(findSession()).toBeUndefined();
  // Messages that wait to be sent would fail for good on a connection that is recorded as stopped.
  expect(
    await (await systemScope(dependencies.kernel, people.companyId.aurora)).db.query.connections.findFirst(),
  ).toMatchObject({ status: 'CONNECTED' });
  const written = ['antes'];
  for (let n = 1; n <= ROUNDS; n += 1) {
    await sendText(`bloqueada ${n}`);
    written.push(`bloqueada ${n}`);
  }
  expect(await stored()).toEqual(Object.fromEntries(names.map((name) => [name, ['antes']])));

  await setStatus(true);
  await until('everything that was kept', async () => {
    const sent = await stored();
    return names.every((name) => sent[name]?.length === written.length);
  });
  await sendText('depois');
  written.push('depois');
  await until('what comes then', async () => {
    const sent = await stored();
    return names.every((name) => sent[name]?.at(-1) === 'depois');
  });
  expect(await stored()).toEqual(Object.fromEntries(names.map((name) => [name, written])));
});
