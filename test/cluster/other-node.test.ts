import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PREPARED } from '@test/contract/preparations.ts';
import { callOf } from '@test/support/calls.ts';
import { startNode, type TestNode } from '@test/support/cluster.ts';
import { createFilledApp, type Fixtures } from '@test/support/fixtures.ts';
import { freePort } from '@test/support/free-port.ts';
import { type People, type PersonName, sessionFor, setSuper } from '@test/support/people.ts';
import { until } from '@test/support/until.ts';
import { describeWithSqld, type RunningSqld, startSqld } from '@/core/db/remote/sqld.test-support.ts';
import type { Access, Endpoint, Page } from '@/core/http/routing/route.ts';
import { PLATFORM } from '@/core/scope.ts';
import { databasesInFolder, databasesOn } from '@/ops/cluster-move/databases-at.ts';
import { moveDatabases } from '@/ops/cluster-move/move-databases.ts';
import { ENDPOINTS, PAGES } from '@/web/routes.ts';

const LOWEST: Record<Access, PersonName | undefined> = {
  ...{ anyone: undefined, person: 'bia', leaving: 'bia', expired: 'ana', reader: 'bia' },
  ...{ supervisor: 'rui', admin: 'ana', super: 'ana' },
};
/** Whether examples alone name all that it needs. */
const isKnown = ({ path, example }: Endpoint | Page) =>
  !path.includes(':') || example !== undefined || /:(ticketId|contactId)\b/.test(path);
const plainReads = <Row extends Endpoint | Page>(rows: Row[]) =>
  rows.filter(({ method, name }) => method === 'GET' && !(name in PREPARED));

describeWithSqld('the contract at a node that does not own the company', () => {
  let server: RunningSqld;
  let owner: TestNode;
  let other: TestNode;
  let people: People;
  let fixtures: Fixtures;
  const dirs: string[] = [];
  const sessions = new Map<string, string>();

  beforeAll(async () => {
    server = await startSqld();
    const filled = await createFilledApp();
    ({ fixtures } = filled);
    ({ people } = filled.testApp);
    await setSuper(filled.testApp.kernel, people, 'ana');
    const { dataDir } = filled.testApp.kernel.config;
    await filled.testApp.dependencies.stop();
    await moveDatabases({
      from: databasesInFolder(dataDir),
      to: databasesOn(server),
      replaces: false,
      step() {},
    });
    [owner, other] = [await nodeLike(dataDir), await nodeLike(dataDir)];
    await filled.testApp.stop();
    const { aurora, boreal } = people.companyId;
    for (const companyId of [PLATFORM, aurora, boreal])
      await owner.dependencies.cluster?.nodes.move(companyId, owner.id);
    await until('one node owns all', () => [PLATFORM, aurora, boreal].every(owner.kernel.owns));
    for (const name of ['ana', 'rui', 'bia', 'davi'] as const)
      sessions.set(name, await sessionFor(owner.kernel, people, name));
  }, 120_000);
  afterAll(async () => {
    await other.stop();
    await owner.stop();
    await server.stop();
    for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
  });

  async function nodeLike(from: string): Promise<TestNode> {
    const dataDir = mkdtempSync(join(tmpdir(), 'balcao-node-'));
    dirs.push(dataDir);
    copyFileSync(join(from, 'secrets.json'), join(dataDir, 'secrets.json'));
    return startNode({ server, dataDir, port: String(freePort()) });
  }

  async function ask(node: TestNode, row: Endpoint | Page, as: PersonName | undefined, body?: unknown) {
    const { method, path } = callOf(row, fixtures);
    const reply = await fetch(`${node.url}${path}`, {
      method,
      headers: {
        Accept: 'status' in row ? 'application/json' : 'text/html',
        Origin: node.url,
        ...(as && { Cookie: `sid=${sessions.get(as)}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      redirect: 'manual',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const type = reply.headers.get('Content-Type') ?? '';
    const text = await reply.text();
    return { status: reply.status, type, keys: type.includes('json') ? keysIn(JSON.parse(text)) : [] };
  }

  test('belongs to two nodes, of which one owns everything', () => {
    const ids = Object.values(people.companyId);
    expect([owner, other].map(({ kernel }) => ids.filter(kernel.owns).length)).toEqual([ids.length, 0]);
  });

  describe('is answered as by the owner', () => {
    for (const row of plainReads(ENDPOINTS))
      test(row.name, async () => {
        const there = await ask(other, row, LOWEST[row.access]);
        expect(there).toEqual(await ask(owner, row, LOWEST[row.access]));
        expect(there.status).toBe(row.status);
      });

    for (const row of plainReads(PAGES).filter(isKnown))
      test(row.name, async () => {
        const there = await ask(other, row, LOWEST[row.access]);
        expect(there).toEqual(await ask(owner, row, LOWEST[row.access]));
      });
  });

  describe('is refused as by the owner', () => {
    for (const row of ENDPOINTS.filter((one) => one.access !== 'anyone' && isKnown(one)))
      test(`${row.name} without a session and by another company`, async () => {
        const sent = row.body && null;
        expect((await ask(other, row, undefined, sent)).status).toBe(401);
        if (!/:(id|\w+Id)\b/.test(row.path) || row.access === 'super' || row.method !== 'GET') return;
        expect(await ask(other, row, 'davi')).toEqual(await ask(owner, row, 'davi'));
      });

    for (const row of ENDPOINTS.filter(({ body, guard, name }) => body && !guard && !(name in PREPARED)))
      test(`${row.name} with an invalid body`, async () => {
        const there = await ask(other, row, LOWEST[row.access], 'text');
        expect(there).toEqual(await ask(owner, row, LOWEST[row.access], 'text'));
        expect(there.status).toBeGreaterThanOrEqual(400);
      });
  });
});

/** Values may be of the moment. */
function keysIn(value: unknown, at = ''): string[] {
  if (value === null || typeof value !== 'object') return [at];
  return [
    ...new Set(
      Object.entries(value).flatMap(([key, part]) =>
        keysIn(part, `${at}/${Array.isArray(value) ? '*' : key}`),
      ),
    ),
  ].sort();
}
