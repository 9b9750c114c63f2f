import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connections, messages } from '@db/tenant/schema/index.ts';
import type { Network, Phone } from '@demo/whatsapp/index.ts';
import { openNetwork, qrOf } from '@test/browser/support/line.ts';
import { until } from '@test/browser/support/wait.ts';
import { createPeople, type People } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { readConfig } from '@/config.ts';
import { openScope, type Scope, systemScope } from '@/core/scope.ts';
import { createDependencies, type Dependencies } from '@/dependencies.ts';
import { disconnectConnection, renewConnection } from '@/modules/connections/connection-sessions.service.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';

let dataDir: string;
let network: Network;
let dependencies: Dependencies;
let people: People;
let ana: Scope;
let numbers = 0;

beforeAll(async () => {
  installConsoleFilter();
  dataDir = mkdtempSync(join(tmpdir(), 'balcao-duplicate-'));
  network = await openNetwork();
  dependencies = await createDependencies(
    readConfig({
      ...{ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
      ...{ WHATSAPP_SOCKET_URL: network.socketUrl, WHATSAPP_ROOT_KEY: network.rootKey },
    }),
  );
  await dependencies.start();
  const { kernel } = dependencies;
  people = await createPeople(kernel);
  const companyId = people.companyId.aurora;
  const actor = await loadActor(kernel, companyId, people.userId.ana, 'test');
  if (!actor) throw new Error('ana is not in the cast');
  ana = await openScope(kernel, { companyId, actor });
});
afterAll(async () => {
  await dependencies.stop();
  await network.stop();
  rmSync(dataDir, { recursive: true });
});

function buyPhone(): Phone {
  numbers += 1;
  return network.phone({ number: `551190000010${numbers}`, name: 'Loja' });
}

const scopeOf = (company: 'aurora' | 'boreal') => systemScope(dependencies.kernel, people.companyId[company]);

async function showQr(company: 'aurora' | 'boreal', name: string): Promise<number> {
  const scope = await scopeOf(company);
  const [row] = await scope.write((tx) =>
    tx.db.insert(connections).values({ name }).returning({ id: connections.id }),
  );
  const connectionId = row?.id ?? 0;
  await dependencies.kernel.services.whatsapp.start({ companyId: scope.companyId, connectionId });
  await qrOf(dependencies, scope.companyId, connectionId);
  return connectionId;
}

async function scan(phone: Phone, connectionId: number, company: 'aurora' | 'boreal' = 'aurora') {
  await phone.scan(await qrOf(dependencies, people.companyId[company], connectionId));
}

async function stateOf(connectionId: number, company: 'aurora' | 'boreal' = 'aurora') {
  const scope = await scopeOf(company);
  const row = await scope.db.query.connections.findFirst({ where: eq(connections.id, connectionId) });
  return row && { status: row.status, trouble: row.trouble, number: row.number };
}

const open = ({ number }: Phone) => ({ status: 'CONNECTED' as const, trouble: null, number });
const UNLINKED = { status: 'DISCONNECTED' as const, trouble: 'duplicate', number: null };

const becomes = (connectionId: number, status: string, company: 'aurora' | 'boreal' = 'aurora') =>
  until(`connection ${connectionId} is ${status}`, async () => {
    const row = await stateOf(connectionId, company);
    return row?.status === status;
  });
const hasDevices = (phone: Phone, count: number) =>
  until(
    `${count} devices`,
    () => phone.devices.size === count && [...phone.devices.values()].every((one) => one.isSynced),
  );

test('a number that another connection has is unlinked, and nothing arrives twice', async () => {
  const phone = buyPhone();
  const first = await showQr('aurora', 'Loja');
  const second = await showQr('aurora', 'Oficina');
  await scan(phone, first);
  await becomes(first, 'CONNECTED');
  await scan(phone, second);
  await becomes(second, 'DISCONNECTED');
  await hasDevices(phone, 1);
  expect([await stateOf(first), await stateOf(second)]).toEqual([open(phone), UNLINKED]);

  const maria = network.phone({ number: '5511980000001', name: 'Maria' });
  await maria.send(phone, { text: 'oi' });
  await maria.send(phone, { text: 'tudo bem?' });
  const { db } = await scopeOf('aurora');
  const bodies = async () =>
    (await db.select({ body: messages.body }).from(messages)).map(({ body }) => body);
  await until('the last message', async () => (await bodies()).includes('tudo bem?'));
  expect(await bodies()).toEqual(['oi', 'tudo bem?']);

  await renewConnection(ana, { connectionId: first });
  await scan(phone, first);
  await becomes(first, 'CONNECTED');
  expect(await stateOf(first)).toEqual(open(phone));

  await disconnectConnection(ana, { connectionId: first });
  await hasDevices(phone, 0);
  await renewConnection(ana, { connectionId: second });
  await scan(phone, second);
  await becomes(second, 'CONNECTED');
  expect([await stateOf(first), await stateOf(second)]).toEqual([
    { status: 'DISCONNECTED', trouble: null, number: null },
    open(phone),
  ]);
});

test('of two connections that pair at once one remains', async () => {
  const phone = buyPhone();
  const both = [await showQr('aurora', 'Balcão'), await showQr('aurora', 'Depósito')];
  await Promise.all(both.map((id) => scan(phone, id)));
  await until('one unlinked', async () => {
    const states = await Promise.all(both.map((id) => stateOf(id)));
    return states.some((state) => state?.trouble === 'duplicate');
  });
  await hasDevices(phone, 1);
  const states = await Promise.all(both.map((id) => stateOf(id)));
  expect(states.toSorted((a, b) => String(a?.status).localeCompare(String(b?.status)))).toEqual([
    open(phone),
    UNLINKED,
  ]);
});

test('a connection of another company is not concerned', async () => {
  const phone = buyPhone();
  const [own, foreign] = [await showQr('aurora', 'Matriz'), await showQr('boreal', 'Matriz')];
  await scan(phone, own);
  await becomes(own, 'CONNECTED');
  await scan(phone, foreign, 'boreal');
  await becomes(foreign, 'CONNECTED', 'boreal');
  expect([await stateOf(own), await stateOf(foreign, 'boreal'), phone.devices.size]).toEqual([
    open(phone),
    open(phone),
    2,
  ]);
});
