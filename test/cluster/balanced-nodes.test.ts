import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  BALANCER_NAMES,
  type Balancer,
  isInstalled,
  markOf,
  startBalancer,
} from '@test/support/balancers.ts';
import {
  type PeopledCluster,
  signedInWith,
  startPeopledCluster,
  type TestCluster,
  type TestNode,
} from '@test/support/cluster.ts';
import { freePort } from '@test/support/free-port.ts';
import { emailOf, PASSWORD, type People, type PersonName } from '@test/support/people.ts';
import { until } from '@test/support/until.ts';
import { describeWithSqld } from '@/core/db/remote/sqld.test-support.ts';

const installed = BALANCER_NAMES.filter(isInstalled);

describeWithSqld('people whose requests a load balancer spreads', () => {
  let stop: PeopledCluster['stop'];
  let cluster: TestCluster;
  let survivor: TestNode;
  let people: People;
  const balancers: Balancer[] = [];

  beforeAll(async () => {
    ({ cluster, node: survivor, people, stop } = await startPeopledCluster());
  });
  afterAll(async () => {
    for (const balancer of balancers) await balancer.stop();
    await stop();
  });

  test.skipIf(installed.length === 0)(
    'sign in, work, and go on after the death of the node that served them',
    async () => {
      const child = await cluster.spawn();
      const ownerMark = markOf(child.url);
      const nowhere = `http://127.0.0.1:${freePort()}`;
      for (const name of installed)
        balancers.push(await startBalancer(name, [survivor.url, child.url, nowhere]));
      await survivor.dependencies.cluster?.nodes.move(people.companyId.aurora, child.id);
      await until('the company is moved', () => !survivor.kernel.owns(people.companyId.aurora));

      const sessions: string[] = [];
      for (const balancer of balancers) {
        const login = await signedInWith('').page(balancer, '/login');
        expect(login.status).toBe(200);
        const signedIn = await until('a person is signed in', async () => {
          const answer = await signIn(balancer, balancers[0] === balancer ? 'bia' : 'rui');
          return answer.status === 303 && answer;
        });
        const session = cookiesOf(signedIn);
        expect(session).toContain('sid=');
        const page = await signedInWith(session).page(balancer, '/tickets');
        expect(page.status).toBe(200);
        expect(cookiesOf(page)).toContain(`balcao_company=${ownerMark}`);
        sessions.push(`${session}; ${cookiesOf(page)}`);
      }

      child.signal('SIGKILL');
      for (const [index, balancer] of balancers.entries()) {
        const person = signedInWith(sessions[index] ?? '');
        const page = await until('the page is served again', async () => {
          const answer = await person.page(balancer, '/tickets');
          return answer.status === 200 && answer;
        });
        expect(cookiesOf(page)).toContain(`balcao_company=${markOf(survivor.url)}`);
      }
    },
    120_000,
  );
});

const signIn = ({ url }: Balancer, name: PersonName) =>
  fetch(`${url}/login`, {
    method: 'POST',
    headers: { Origin: url, Accept: 'text/html' },
    body: new URLSearchParams({ email: emailOf(name), password: PASSWORD }),
    redirect: 'manual',
  });

const cookiesOf = (reply: Response) =>
  reply.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
