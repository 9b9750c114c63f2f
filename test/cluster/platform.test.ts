import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  type Administrator,
  type PeopledCluster,
  SECRET,
  signedInWith,
  startPeopledCluster,
  type TestCluster,
  type TestNode,
} from '@test/support/cluster.ts';
import { type People, sessionFor, setSuper } from '@test/support/people.ts';
import { until } from '@test/support/until.ts';
import { createRequestSigner, FORWARDED_HEADER } from '@/core/cluster/signed-request.ts';
import { describeWithSqld } from '@/core/db/remote/sqld.test-support.ts';
import { PLATFORM, systemScope } from '@/core/scope.ts';
import { getPublicSetting } from '@/modules/settings/settings.queries.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';

const SETTLED_MS = 60_000;

describeWithSqld('the platform among two nodes', () => {
  let stop: PeopledCluster['stop'];
  let cluster: TestCluster;
  let auroras: TestNode;
  let boreals: TestNode;
  let people: People;
  let cookie: string;
  let ana: Administrator;

  beforeAll(async () => {
    ({ cluster, node: auroras, people, cookie, ana, stop } = await startPeopledCluster());
    await setSuper(auroras.kernel, people, 'ana');
    boreals = await cluster.start();
    const { aurora, boreal } = people.companyId;
    const isServedBy = async (companyId: number, node: TestNode) =>
      node.kernel.owns(companyId) || ((await node.kernel.nodes?.move(companyId, node.id)) && false);
    await until(
      'each has its company',
      async () => (await isServedBy(aurora, auroras)) && (await isServedBy(boreal, boreals)),
    );
  }, SETTLED_MS);
  afterAll(() => stop());

  test('a change at one node reaches the pages at the other, with what was written', async () => {
    const headers = { Cookie: cookie, Origin: auroras.url };
    const socket = new WebSocket(`${auroras.url.replace('http', 'ws')}/ws`, { headers } as never);
    const frames: string[] = [];
    socket.addEventListener('message', ({ data }) => void frames.push(String(data)));
    await until('the page is joined', async () => auroras.kernel.hub.size === 1);
    const elsewhere = await systemScope(boreals.kernel, people.companyId.boreal);
    // Remembered at the other node, which must not publish it again.
    expect((await getPublicSetting(auroras.kernel, 'trial')).value).toBe('3');
    await changeSetting(elsewhere, { key: 'trial', value: '5' });
    await until('it is published', async () => frames.some((frame) => frame.includes('"trial"')));
    expect(frames.find((frame) => frame.includes('"trial"'))).toContain('"value":"5"');
    socket.close();
  });

  test('events are taken only from a node, and only as it signed them', async () => {
    const path = `${auroras.url}/nodes/events?digest=other`;
    const body = JSON.stringify([{ type: 'help.changed', data: { action: 'delete', helpId: 1 } }]);
    expect((await fetch(path, { method: 'POST', body })).status).not.toBe(204);
    const signer = createRequestSigner(
      SECRET,
      () => new Date(),
      () => 'once',
    );
    const signature = signer.sign({ method: 'POST', url: path }, { companyId: PLATFORM, peer: '' });
    const sent = { method: 'POST', body, headers: { [FORWARDED_HEADER]: signature } };
    expect((await fetch(path, sent)).status).toBe(403);
  });

  test('a super administrator changes and deletes a company of the other node, and takes it back', async () => {
    const { boreal } = people.companyId;
    const changed = await ana.call(auroras, 'PUT', `/companies/${boreal}`, { timeZone: 'America/Manaus' });
    expect(changed.status).toBe(200);
    expect(await boreals.kernel.timeZoneOf(boreal)).toBe('America/Manaus');
    expect((await ana.call(auroras, 'DELETE', `/companies/${boreal}`)).status).toBe(200);
    await until('no node works for it', async () => !boreals.kernel.owns(boreal));
    expect(boreals.kernel.tenants.openIds()).not.toContain(boreal);
    const back = await fetch(`${auroras.url}/settings/companies/bin/${boreal}`, {
      method: 'POST',
      headers: { Cookie: cookie, Origin: auroras.url, Accept: 'text/html', 'HX-Request': 'true' },
    });
    expect([back.status, await back.text()]).toEqual([204, '']);
    await until('its node works for it again', async () => boreals.kernel.owns(boreal));
    const davi = signedInWith(`sid=${await sessionFor(boreals.kernel, people, 'davi')}`);
    expect((await davi.addTag(auroras, 'De volta')).status).toBe(200);
  });
});
