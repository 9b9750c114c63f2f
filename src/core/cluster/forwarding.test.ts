import { afterEach, expect, test } from 'bun:test';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '@test/support/free-port.ts';
import { systemClock } from '../clock.ts';
import { createForwarding } from './forwarding.ts';
import { createRequestSigner } from './signed-request.ts';

const COMPANY = 7;
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

async function listen(answer: RequestListener, port = 0): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const OPTIONS = {
  ownUrl: 'http://own.test',
  signer: createRequestSigner('known to both', systemClock, () => crypto.randomUUID()),
  answerEvents: () => Promise.reject(new Error('no events')),
  companyOf: async () => COMPANY,
};
const turn = () => new Promise(setImmediate);

/** A node that is not the owner. */
function nodeBeside(
  urlOf: () => string | undefined,
  ticks = () => 0,
  failed: () => Promise<unknown> = async () => undefined,
) {
  let ended = Promise.resolve<unknown>(undefined);
  const forwarding = createForwarding({
    ...OPTIONS,
    node: { holds: () => false, urlOf },
    ticks,
    log: { debug: () => (ended = failed()), warn() {} } as never,
    pause: () => ended.then(turn),
  });
  return async (method: string) => {
    const request = new Request('http://own.test/tags', {
      method,
      ...(method === 'POST' && { body: 'name=Vendas', headers: { 'Content-Length': '11' } }),
    });
    const refuse = () => new Response(null, { status: 503 });
    return (await forwarding.answer(request, '', undefined as never, refuse)).status;
  };
}

test('what may change something is not sent again after its owner broke off', async () => {
  const asked: string[] = [];
  const owner = await listen((request) => {
    asked.push(request.method ?? '');
    request.on('data', () => undefined).on('end', () => request.socket.destroy());
  });
  const ask = nodeBeside(
    () => owner,
    () => asked.length * 4_000,
  );
  expect([await ask('POST'), asked]).toEqual([503, ['POST']]);
  expect([await ask('GET'), asked]).toEqual([503, ['POST', 'GET', 'GET', 'GET']]);
});

test('what never reached its owner is sent again', async () => {
  const url = `http://127.0.0.1:${freePort()}`;
  const begin = () =>
    listen((_request, response) => response.writeHead(204).end(), Number(new URL(url).port));
  let begun: Promise<string> | undefined;
  const ask = nodeBeside(
    () => url,
    undefined,
    async () => {
      begun ??= begin();
      await begun;
    },
  );
  expect(await ask('POST')).toBe(204);
});

test('an owner that is silent is given up when the company has another', async () => {
  let isAsked = false;
  const silent = await listen(() => {
    isAsked = true;
  });
  const next = await listen((_request, response) => response.writeHead(204).end());
  let now = 0;
  const ask = nodeBeside(
    () => (isAsked ? next : silent),
    () => {
      now += isAsked ? 1_000 : 0;
      return now;
    },
  );
  expect(await ask('GET')).toBe(204);
  isAsked = false;
  expect(await ask('POST')).toBe(503);
});

test('a former owner that lives says so in time, and what it did not do is done by the next', async () => {
  let isMoved = false;
  const former = await listen((_request, response) => {
    isMoved = true;
    setImmediate(() => response.writeHead(421).end());
  });
  const next = await listen((_request, response) => response.writeHead(204).end());
  expect(await nodeBeside(() => (isMoved ? next : former))('POST')).toBe(204);
});

test('a company is handed over when its running requests are answered, or have taken too long', async () => {
  let now = 0;
  const forwarding = createForwarding({
    ...OPTIONS,
    node: { holds: () => true, urlOf: () => undefined },
    ticks: () => now,
    log: { debug() {}, warn() {} } as never,
    pause: turn,
  });
  const begin = () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const answer = forwarding.answer(
      new Request('http://own.test/tags'),
      '',
      undefined as never,
      () => promise,
    );
    return { answer, end: () => resolve(new Response(null, { status: 204 })) };
  };
  const order: string[] = [];
  const first = begin();
  await turn();
  const handedOver = forwarding.answered(COMPANY).then(() => order.push('handed over'));
  await turn();
  order.push('ends');
  first.end();
  expect((await first.answer).status).toBe(204);
  await handedOver;
  expect(order).toEqual(['ends', 'handed over']);

  const stuck = begin();
  await turn();
  const late = forwarding.answered(COMPANY);
  now = 5_000;
  await late;
  stuck.end();
  await stuck.answer;
});
