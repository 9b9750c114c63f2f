import { afterAll, beforeAll, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import {
  type Administrator,
  type ChildNode,
  type PeopledCluster,
  startPeopledCluster,
  type TestCluster,
  type TestNode,
} from '@test/support/cluster.ts';
import type { People } from '@test/support/people.ts';
import { until } from '@test/support/until.ts';
import { createPlacement } from '@/core/cluster/placement.ts';
import { describeWithSqld } from '@/core/db/remote/sqld.test-support.ts';
import { PLATFORM } from '@/core/scope.ts';

describeWithSqld('a node that', () => {
  let stop: PeopledCluster['stop'];
  let cluster: TestCluster;
  let survivor: TestNode;
  let people: People;
  let ana: Administrator;

  beforeAll(async () => {
    ({ cluster, node: survivor, people, ana, stop } = await startPeopledCluster());
  });
  afterAll(() => stop());

  const ids = () => [PLATFORM, people.companyId.aurora, people.companyId.boreal];
  const namesAt = async (node: { url: string }): Promise<string> =>
    (await ana.call(node, 'GET', '/tags/list')).text();

  async function ownerBeside(): Promise<ChildNode> {
    const { aurora } = people.companyId;
    const ids = Array.from({ length: 100 }, () => randomUUID());
    const child = await cluster.spawn(ids.find((id) => createPlacement([survivor.id, id])(aurora) === id));
    await until('the other node is the owner', () => !survivor.kernel.owns(aurora));
    return child;
  }

  test('is killed loses nothing that was answered, and another one goes on', async () => {
    const owner = await ownerBeside();
    expect((await ana.addTag(owner, 'Antes')).status).toBe(200);
    owner.signal('SIGKILL');
    await until('everything is taken over', () => ids().every(survivor.kernel.owns));
    expect((await ana.addTag(survivor, 'Depois')).status).toBe(200);
    const names = await namesAt(survivor);
    expect(['Antes', 'Depois'].map((name) => names.includes(name))).toEqual([true, true]);
  });

  test('was frozen writes nothing when it wakes, and passes requests on', async () => {
    const owner = await ownerBeside();
    owner.signal('SIGSTOP');
    const late = ana.addTag(owner, 'Durante o sono');
    await until('everything is taken over', () => ids().every(survivor.kernel.owns));
    expect((await ana.addTag(survivor, 'Acordada')).status).toBe(200);
    owner.signal('SIGCONT');
    const { status } = await late;
    const names = await namesAt(survivor);
    expect(names).toContain('Acordada');
    expect(names.includes('Durante o sono')).toBe(status === 200);
    expect((await ana.addTag(owner, 'Encaminhada')).status).toBe(200);
    expect(await namesAt(owner)).toContain('Encaminhada');
  });
});
