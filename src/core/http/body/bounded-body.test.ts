import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { Hono } from 'hono';
import type { AppError } from '../../errors.ts';
import { jsonError } from '../responses/error-responses.ts';
import { type BodyPace, boundedText } from './bounded-body.ts';

function slowBody(pace: { graceMs: number; bytesPerSecond: number }) {
  let now = 0;
  let timers: { at: number; call: () => void }[] = [];
  const stream = new TransformStream<Uint8Array, Uint8Array>();
  const writer = stream.writable.getWriter();
  const paced: BodyPace = {
    ...pace,
    ticks: () => now,
    after(ms, call) {
      const timer = { at: now + ms, call };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  };
  const request = new Request('http://desk.test', { method: 'POST', body: stream.readable });
  const text = boundedText(request, 1_000, paced);
  text.catch(() => undefined);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    text,
    async send(bytes: number) {
      await writer.write(new Uint8Array(bytes).fill(97));
      await settle();
    },
    end: () => writer.close(),
    async wait(ms: number) {
      now += ms;
      for (const { at, call } of timers) if (at <= now) call();
      await settle();
    },
  };
}

test('gives up a slow body at its deadline however often bytes arrive', async () => {
  const body = slowBody({ graceMs: 10_000, bytesPerSecond: Number.POSITIVE_INFINITY });
  for (let second = 0; second < 9; second += 1) {
    await body.send(1);
    await body.wait(1_000);
  }
  await body.wait(1_000);
  expect(await body.text.catch((error: AppError) => error.code)).toBe('ERR_BODY_TOO_SLOW');
});

test('gives a sufficiently fast body all the time it needs', async () => {
  const body = slowBody({ graceMs: 1_000, bytesPerSecond: 10 });
  for (let second = 0; second < 20; second += 1) {
    await body.send(12);
    await body.wait(1_000);
  }
  await body.end();
  expect(await body.text).toBe('a'.repeat(240));
});

test('sends 408 and closes the connection while bytes still arrive', async () => {
  const app = new Hono().post('/', async (c) => {
    await boundedText(c.req.raw, 1_000, { graceMs: 0, bytesPerSecond: 1 });
    return c.text('read');
  });
  app.onError((error, c) => jsonError(error, c as never));
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: app.fetch });
  const socket = connect(server.port ?? 0, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\na');
  await closed;
  server.stop(true);
  expect(answer).toStartWith('HTTP/1.1 408');
  expect(answer).toContain('ERR_BODY_TOO_SLOW');
});
