import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  BALANCER_NAMES,
  type Balancer,
  isInstalled,
  markOf,
  startBalancer,
} from '@test/support/balancers.ts';
import { freePort } from '@test/support/free-port.ts';
import { until } from '@test/support/until.ts';

type Node = { url: string; seen: string[]; status: number; stop(): void };

/** In a node's place; answers with its own number. */
function startNode(number: number): Node {
  const node: Node = { url: '', seen: [], status: 200, stop: () => void server.stop(true) };
  const server = Bun.serve({
    port: freePort(),
    hostname: '127.0.0.1',
    fetch(request, bun) {
      const { pathname } = new URL(request.url);
      if (pathname === '/healthz') return new Response('ok');
      if (pathname === '/ws') return bun.upgrade(request) ? undefined : new Response(null, { status: 400 });
      node.seen.push(request.method);
      return new Response(`${number}`, { status: node.status });
    },
    websocket: { message: (ws, text) => void ws.send(`${number} ${text}`) },
  });
  node.url = `http://127.0.0.1:${server.port}`;
  return node;
}

for (const name of BALANCER_NAMES) {
  if (!isInstalled(name)) console.log(`skipped: ${name} is not installed`);
  describe.skipIf(!isInstalled(name))(name, () => {
    let nodes: Node[];
    let balancer: Balancer;
    beforeAll(async () => {
      nodes = [1, 2, 3].map(startNode);
      balancer = await startBalancer(
        name,
        nodes.map(({ url }) => url),
      );
    });
    afterAll(async () => {
      await balancer.stop();
      for (const node of nodes) node.stop();
    });

    const node = (number: number) => nodes[number - 1] as Node;
    const cookieOf = (number: number, prefix = '') =>
      `lang=pt; ${prefix}balcao_company=${markOf(node(number).url)}; theme=dark`;
    const ask = async (cookie: string, method = 'GET') => {
      const reply = await fetch(`${balancer.url}/tickets`, { method, headers: { Cookie: cookie } });
      return `${reply.status} ${await reply.text()}`;
    };

    test('sends a request to the node that its cookie names, and without one to any', async () => {
      for (const number of [1, 2, 3])
        for (const prefix of ['', '__Host-'])
          expect(await ask(cookieOf(number, prefix))).toBe(`200 ${number}`);
      for (const cookie of ['', 'balcao_company=made-up']) expect(await ask(cookie)).toMatch(/^200 [123]$/);
      const answers = new Set<string>();
      await until('each node is asked', async () => answers.add(await ask('')).size === 3);
    });

    test('joins a websocket to it', async () => {
      const socket = new WebSocket(`${balancer.url.replace('http', 'ws')}/ws`, {
        headers: { Cookie: cookieOf(2) },
      } as never);
      const answer = new Promise((resolve) =>
        socket.addEventListener('message', ({ data }) => resolve(data)),
      );
      socket.addEventListener('open', () => socket.send('oi'));
      expect(await answer).toBe('2 oi');
      socket.close();
    });

    test('never repeats what a node refused, unless it only reads', async () => {
      node(3).status = 503;
      node(3).seen.length = 0;
      expect(await ask(cookieOf(3), 'POST')).toBe('503 3');
      expect(node(3).seen).toEqual(['POST']);
      const answer = await ask(cookieOf(3));
      if (name === 'haproxy') expect(answer).toMatch(/^200 [12]$/);
      node(3).status = 200;
    });

    test('sends everything to the others when a node is gone', async () => {
      node(2).stop();
      expect(await ask(cookieOf(2))).toMatch(/^200 [13]$/);
      expect(await ask(cookieOf(2), 'POST')).toMatch(/^200 [13]$/);
    });
  });
}
