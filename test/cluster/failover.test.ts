import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type ChildNode, createTestCluster, type TestCluster, type TestNode } from '@test/support/cluster.ts';
import { createPeople, type People, sessionFor } from '@test/support/people.ts';
import { until } from '@test/support/until.ts';
import { createPlacement } from '@/core/cluster/placement.ts';
import { findSqld, type RunningSqld, startSqld } from '@/core/db/remote/sqld.test-support.ts';
import { PLATFORM } from '@/core/scope.ts';

const binary = findSqld();
if (!binary) console.log(`skipped: there is no sqld for ${process.platform}-${process.arch}`);

describe.skipIf(!binary)('a node that', () => {
  let server: RunningSqld;
  let cluster: TestCluster;
  let survivor: TestNode;
  let people: People;
  let cookie: string;

  beforeAll(async () => {
    server = await startSqld(binary ?? '');
    cluster = createTestCluster(server);
    survivor = await cluster.start();
    people = await createPeople(survivor.kernel);
    cookie = `sid=${await sessionFor(survivor.kernel, people, 'ana')}`;
  });
  afterAll(async () => {
    await cluster.stop();
    await server.stop();
  });

  const ids = () => [PLATFORM, people.companyId.aurora, people.companyId.boreal];
  const tag = (url: string, name: string) =>
    fetch(`${url}/tags`, {
      method: 'POST',
      headers: {
        Cookie: cookie,
        Origin: url,
        Accept: 'application/json',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ name, color: '#1f7a1f', kanban: 0 }),
    });
  const namesAt = async (url: string): Promise<string> =>
    (await fetch(`${url}/tags/list`, { headers: { Cookie: cookie, Accept: 'application/json' } })).text();

  /** Random node ids place companies, so nodes come and go until one of them has the company. */
  async function ownerBeside(): Promise<ChildNode> {
    const { aurora } = people.companyId;
    for (;;) {
      const child = await cluster.spawn();
      const isMeant = createPlacement([survivor.id, child.id])(aurora) === child.id;
      await until('the other node is the owner', () => !isMeant || !survivor.kernel.owns(aurora));
      if (isMeant) return child;
      child.signal('SIGTERM');
    }
  }

  test('is killed loses nothing that was answered, and another one goes on', async () => {
    const owner = await ownerBeside();
    expect((await tag(owner.url, 'Antes')).status).toBe(200);
    owner.signal('SIGKILL');
    await until('everything is taken over', () => ids().every(survivor.kernel.owns));
    expect((await tag(survivor.url, 'Depois')).status).toBe(200);
    const names = await namesAt(survivor.url);
    expect(['Antes', 'Depois'].map((name) => names.includes(name))).toEqual([true, true]);
  });

  test('was frozen writes nothing when it wakes, and passes requests on', async () => {
    const owner = await ownerBeside();
    owner.signal('SIGSTOP');
    const late = tag(owner.url, 'Durante o sono');
    await until('everything is taken over', () => ids().every(survivor.kernel.owns));
    expect((await tag(survivor.url, 'Acordada')).status).toBe(200);
    owner.signal('SIGCONT');
    const { status } = await late;
    const names = await namesAt(survivor.url);
    expect(names).toContain('Acordada');
    expect(names.includes('Durante o sono')).toBe(status === 200);
    expect((await tag(owner.url, 'Encaminhada')).status).toBe(200);
    expect(await namesAt(owner.url)).toContain('Encaminhada');
  });
});
