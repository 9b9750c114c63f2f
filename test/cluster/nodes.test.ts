import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  type Administrator,
  type PeopledCluster,
  startPeopledCluster,
  type TestCluster,
  type TestNode,
} from '@test/support/cluster.ts';
import { emailOf, PASSWORD, type People, setSuper } from '@test/support/people.ts';
import { until } from '@test/support/until.ts';
import { describeWithSqld } from '@/core/db/remote/sqld.test-support.ts';
import { PLATFORM, systemScope } from '@/core/scope.ts';
import { fingerprint } from '@/core/security/secrets.ts';
import { writeMetrics } from '@/modules/status/metrics.queries.ts';
import { listTags } from '@/modules/tags/tags.queries.ts';

const SETTLED_MS = 60_000;

describeWithSqld('nodes on one database server', () => {
  let stop: PeopledCluster['stop'];
  let cluster: TestCluster;
  let first: TestNode;
  let people: People;
  let cookie: string;
  let ana: Administrator;

  beforeAll(async () => {
    ({ cluster, node: first, people, cookie, ana, stop } = await startPeopledCluster());
  }, SETTLED_MS);
  afterAll(() => stop());

  const ids = () => [PLATFORM, people.companyId.aurora, people.companyId.boreal];
  const ownerOf = (companyId: number, ...nodes: TestNode[]) =>
    nodes.filter(({ kernel }) => kernel.owns(companyId));

  test('one alone serves all companies and the platform', async () => {
    expect(ids().map(first.kernel.owns)).toEqual([true, true, true]);
    const answer = await ana.page(first, '/tickets');
    expect([answer.status, (await answer.text()).includes('Ana')]).toEqual([200, true]);
    expect((await ana.addTag(first, 'Cliente')).status).toBe(200);
  });

  describe('two', () => {
    let second: TestNode;
    let owner: TestNode;
    let other: TestNode;

    beforeAll(async () => {
      second = await cluster.start();
      // Which node a company belongs to follows from random ids; the test needs one that moved.
      await until('every company has one owner', async () =>
        ids().every((companyId) => ownerOf(companyId, first, second).length === 1),
      );
      owner = first.kernel.owns(people.companyId.aurora) ? first : second;
      other = owner === first ? second : first;
    }, SETTLED_MS);

    test('own each company, and the platform, once', () => {
      for (const companyId of ids()) expect(ownerOf(companyId, first, second)).toHaveLength(1);
    });

    test('answer for a company that another one owns', async () => {
      expect((await ana.addTag(other, 'Pelo outro')).status).toBe(200);
      const scope = await systemScope(owner.kernel, people.companyId.aurora);
      const { tags } = await listTags(scope, { searchParam: 'Pelo outro', pageNumber: 1 });
      expect(tags).toHaveLength(1);
      const answer = await ana.page(other, '/tags');
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('Pelo outro');
    });

    test('pass on what is compressed, redirects and errors as they are', async () => {
      const headers = { Cookie: cookie, Accept: 'text/html', 'Accept-Encoding': 'br' };
      const answer = await fetch(`${other.url}/tags`, { headers, decompress: false } as RequestInit);
      expect(answer.headers.get('Content-Encoding')).toBe('br');
      const login = await ana.page(other, '/login');
      expect([login.status, login.headers.get('Location')]).toEqual([302, '/']);
      const refused = await ana.addTag(other, '');
      expect(refused.status).toBe(400);
      expect(await refused.json()).toHaveProperty('error');
    });

    test('name the owner to a load balancer, and only when it has changed', async () => {
      const marked = `balcao_company=${fingerprint(owner.url).slice(0, 8)}`;
      const cookieOf = async (node: TestNode, sent: string) => {
        const answer = await fetch(`${node.url}/tags`, { headers: { Cookie: sent, Accept: 'text/html' } });
        return answer.headers.getSetCookie().find((one) => one.startsWith('balcao_company'));
      };
      expect(await cookieOf(other, cookie)).toBe(`${marked}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax`);
      expect(await cookieOf(other, `${cookie}; ${marked}`)).toBeUndefined();
      expect(await cookieOf(owner, `${cookie}; balcao_company=00000000`)).toStartWith(marked);
      expect(await cookieOf(other, '')).toBeUndefined();
    });

    test('sign a person in whose company another one owns', async () => {
      const email = emailOf('bia');
      const answer = await ana.call(
        other,
        'POST',
        '/auth/login',
        { email, password: PASSWORD },
        { Cookie: '' },
      );
      expect(answer.status).toBe(200);
      const { token } = (await answer.json()) as { token: string };
      const own = await ana.call(other, 'GET', '/tags/list', undefined, {
        Cookie: '',
        Authorization: `Bearer ${token}`,
      });
      expect(own.status).toBe(200);
      const wrong = await ana.call(
        other,
        'POST',
        '/auth/login',
        { email, password: 'errada' },
        { Cookie: '' },
      );
      expect(wrong.status).toBe(401);
    });

    test('join a page to the node of its company', async () => {
      const headers = { Cookie: cookie, Origin: other.url };
      const socket = new WebSocket(`${other.url.replace('http', 'ws')}/ws`, { headers } as never);
      const channels: string[] = [];
      socket.addEventListener('message', ({ data }) => void channels.push(JSON.parse(String(data)).channel));
      await until('the page is joined', async () => channels.includes('ready'));
      expect([owner, other].map(({ kernel }) => kernel.hub.size)).toEqual([1, 0]);
      await ana.addTag(owner, 'Ao vivo');
      await until('the tag is published', async () => channels.includes('tag'));
      socket.close();
      await until('the page is gone', async () => owner.kernel.hub.size === 0);
    });

    test(
      'carry out each change once, or answer 503, while the company goes from one to the other and back',
      async () => {
        const { aurora } = people.companyId;
        const statuses = new Set([503]);
        let sent = 0;
        let stored = 0;
        let isOver = false;
        const askUntilOver = async (node: TestNode) => {
          while (!isOver) {
            sent += 1;
            const [read, changed] = [ana.page(node, '/tags'), ana.addTag(node, `Etiqueta ${sent}`)];
            statuses.add((await read).status).add((await changed).status);
            if ((await changed).ok) stored += 1;
          }
        };
        const asking = [askUntilOver(first), askUntilOver(second)];
        for (const to of [other, owner, other, owner]) {
          await owner.kernel.nodes?.move(aurora, to.id);
          await until('the company has moved', () => to.kernel.owns(aurora));
        }
        isOver = true;
        await Promise.all(asking);
        await owner.kernel.nodes?.move(aurora, null);
        expect([...statuses].sort()).toEqual([200, 503]);
        const scope = await systemScope(owner.kernel, aurora);
        const { count } = await listTags(scope, { searchParam: 'Etiqueta', pageNumber: 1 });
        expect(count).toBe(stored);
      },
      SETTLED_MS,
    );

    test('refuse what no node signed', async () => {
      const forged = { 'X-Balcao-Forwarded': `${people.companyId.aurora}.1.x.y.z` };
      expect((await ana.call(other, 'GET', '/tags/list', undefined, forged)).status).toBe(403);
    });

    test('are shown to a super administrator, who moves a company from one to the other and back', async () => {
      const { aurora, boreal } = people.companyId;
      await setSuper(first.kernel, people, 'ana');
      const page = await (await ana.page(first, '/settings/status')).text();
      for (const { id, url } of [first, second]) {
        expect(page).toContain(`data-node="${id}"`);
        expect(page).toContain(url);
      }
      const target = first.kernel.owns(boreal) ? second : first;
      const move = (companyId: number, nodeId: string) =>
        fetch(`${first.url}/settings/status/move`, {
          method: 'POST',
          headers: { Cookie: cookie, Origin: first.url, Accept: 'text/html', 'HX-Request': 'true' },
          body: new URLSearchParams({ company: `${companyId}`, nodeId }),
        });
      expect((await move(boreal, target.id)).status).toBe(204);
      await until('the company is moved', async () => target.kernel.owns(boreal));
      expect((await move(boreal, 'nobody')).status).toBe(422);
      expect(await (await move(999, target.id)).text()).toContain('Não há empresa em funcionamento');
      expect((await move(aurora, owner.id)).status).toBe(204);
      expect((await move(boreal, '')).status).toBe(204);
      const metrics = await writeMetrics(target.kernel);
      expect(metrics).toContain('balcao_nodes 2');
      expect(metrics).toMatch(/balcao_handovers\{sort="taken"\} [1-9]/);
    });

    test('hand everything over when one leaves, and lose nothing', async () => {
      await owner.stop();
      // A request of the moment between waits, and is answered.
      expect((await ana.page(other, '/tags')).status).toBe(200);
      await until('all companies are taken', async () => ids().every(other.kernel.owns));
      const list = await ana.page(other, '/tags');
      expect(await list.text()).toContain('Ao vivo');
      expect((await ana.addTag(other, 'Depois')).status).toBe(200);
    });
  });
});
