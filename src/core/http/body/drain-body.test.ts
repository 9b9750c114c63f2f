import { afterAll, expect, test } from 'bun:test';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { After } from '../../clock.ts';
import { createBodyEnd } from './drain-body.ts';

const MB = 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 97);
const servers: { stop(force: boolean): unknown }[] = [];
afterAll(() => {
  for (const server of servers) server.stop(true);
});

/** A stalled test process must not look like a silent client; pauses are short. */
const patient: After = (ms, call) => {
  if (ms < 1_000) setImmediate(call);
  return () => undefined;
};

type Refuse = (request: Request) => Promise<unknown>;
function serve(refuse: Refuse, toEnd = createBodyEnd(96 * MB, patient)): number {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) =>
      toEnd(request, async (options) => {
        const sent = await refuse(options);
        return new Response(String(sent ?? 'refused'), { status: sent ? 200 : 413 });
      }),
  });
  servers.push(server);
  return server.port ?? 0;
}

/** Writes the whole body before it reads, as a proxy may; returns how much it could write and the response. */
async function writeAll(port: number, megabytes: number, isChunked = false) {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  let early = '';
  let written = 0;
  socket.on('data', (data) => (answer += data.toString('latin1')));
  const ended = Promise.withResolvers<void>();
  socket.on('close', () => ended.resolve());
  socket.on('error', () => ended.resolve());
  const write = async (data: Buffer | string) => {
    if (!socket.write(data))
      await Promise.race([once(socket, 'drain').catch(() => undefined), ended.promise]);
  };
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${megabytes * MB}`;
  await write(`POST /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${length}\r\n\r\n`);
  for (; written < megabytes * MB && !socket.destroyed && early === ''; written += CHUNK.length) {
    if (isChunked) await write(`${CHUNK.length.toString(16)}\r\n`);
    await write(CHUNK);
    if (isChunked) await write('\r\n');
    early = answer;
  }
  if (isChunked) await write('0\r\n\r\n');
  await ended.promise;
  socket.destroy();
  return { early, isWhole: written === megabytes * MB, status: answer.slice(9, 12), answer };
}

const REFUSALS: [name: string, refuse: Refuse][] = [
  ['unread', async () => undefined],
  [
    'after its first part',
    async ({ body }) => {
      const reader = body?.getReader();
      await reader?.read();
      reader?.releaseLock();
    },
  ],
];
for (const [name, refuse] of REFUSALS)
  test.each([
    ['announced', false],
    ['in chunks', true],
  ])(`a body refused ${name}, %s, is read to its end before the response`, async (_how, isChunked) => {
    const { early, isWhole, status } = await writeAll(serve(refuse), 24, isChunked);
    expect([early, isWhole, status]).toEqual(['', true, '413']);
  });

test('a body that is read arrives whole', async () => {
  const port = serve(async (request) => (await request.arrayBuffer()).byteLength);
  expect((await writeAll(port, 24)).answer).toContain(String(24 * MB));
  expect((await writeAll(port, 24, true)).answer).toContain(String(24 * MB));
});

test('an endless body is dropped at its limit', async () => {
  const { isWhole, status } = await writeAll(
    serve(REFUSALS[0]?.[1] as Refuse, createBodyEnd(8 * MB, patient)),
    96,
  );
  expect([isWhole, status]).not.toEqual([true, '413']);
  expect(isWhole).toBe(false);
});

test('responds when a client stops sending', async () => {
  const asked = Promise.withResolvers<() => void>();
  const toEnd = createBodyEnd(96 * MB, (_ms, call) => {
    asked.resolve(call);
    return () => undefined;
  });
  const socket = connect(serve(REFUSALS[0]?.[1] as Refuse, toEnd), '127.0.0.1');
  socket.write('POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\nabc');
  (await asked.promise)();
  const [data] = await once(socket, 'data');
  expect(String(data)).toStartWith('HTTP/1.1 413');
  socket.destroy();
});

test('stops reading an endless slow body after a time limit', async () => {
  let now = 0;
  const toEnd = createBodyEnd(96 * MB, patient, () => (now += 1_000));
  const { isWhole } = await writeAll(serve(REFUSALS[0]?.[1] as Refuse, toEnd), 96);
  expect(isWhole).toBe(false);
});
