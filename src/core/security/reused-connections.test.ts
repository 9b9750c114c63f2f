import { afterEach, expect, test } from 'bun:test';
import { createServer, type Server, type Socket } from 'node:net';
import { callableNetwork, createSafeCall } from './safe-call.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** `answer` gets the number of the request on its connection. */
async function serve(answer: (socket: Socket, nth: number) => void) {
  const seen = { connections: 0, requests: 0 };
  const server = createServer((socket) => {
    let nth = 0;
    seen.connections += 1;
    socket.on('error', () => undefined);
    socket.on('data', () => {
      nth += 1;
      seen.requests += 1;
      answer(socket, nth);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const safeCall = createSafeCall(callableNetwork([`127.0.0.1:${port}`]));
  const call = async (options: { isRepeatable?: true; timeoutMs?: number } = {}) => {
    const request = { method: 'POST', body: 'x', maxBytes: 100, timeoutMs: 2_000, ...options };
    return (await safeCall(`http://127.0.0.1:${port}/`, request)).text();
  };
  return { seen, call };
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

test('repeatable calls share a connection, others do not', async () => {
  const { seen, call } = await serve((socket) => void socket.write(OK));
  for (let n = 0; n < 3; n += 1) expect(await call({ isRepeatable: true })).toBe('ok');
  expect(seen.connections).toBe(1);
  for (let n = 0; n < 3; n += 1) expect(await call()).toBe('ok');
  expect(seen.connections).toBe(4);
});

test('a call that meets a closed connection is repeated once on a new one', async () => {
  const { seen, call } = await serve((socket, nth) => void (nth === 1 ? socket.write(OK) : socket.destroy()));
  for (let n = 0; n < 3; n += 1) expect(await call({ isRepeatable: true })).toBe('ok');
  expect(seen.requests).toBeGreaterThan(3);
});

test('a call that fails on a new connection is not repeated', async () => {
  const { seen, call } = await serve((socket) => void socket.destroy());
  await expect(call({ isRepeatable: true })).rejects.toThrow('network');
  expect(seen.requests).toBe(1);
});

test('a reused connection that fails within an answer is not asked again', async () => {
  const { seen, call } = await serve((socket, nth) => {
    socket.write(nth === 1 ? OK : OK.slice(0, -1), () => nth > 1 && socket.destroy());
  });
  expect(await call({ isRepeatable: true })).toBe('ok');
  await call({ isRepeatable: true }).catch(() => undefined);
  expect(seen).toEqual({ connections: 1, requests: 2 });
});

test('the deadline of an earlier call does not end a later one', async () => {
  const { seen, call } = await serve((socket, nth) => {
    setTimeout(() => socket.write(OK), nth === 2 ? 300 : 0);
  });
  expect(await call({ isRepeatable: true, timeoutMs: 200 })).toBe('ok');
  expect(await call({ isRepeatable: true })).toBe('ok');
  expect(seen).toEqual({ connections: 1, requests: 2 });
});
