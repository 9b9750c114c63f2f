import { expect, mock, test } from 'bun:test';
import { createLaterSocketIo } from './lazy-socket-io.ts';
import type { SocketIoBridge, SocketIoOptions } from './socket-io.ts';

const made: SocketIoOptions[] = [];
const closed = mock(async () => undefined);
const opened = mock(() => undefined);
const load = async () => ({
  createSocketIo(options: SocketIoOptions) {
    made.push(options);
    return {
      handle: async () => new Response('hello'),
      websocket: { open: opened, message: () => undefined },
      close: closed,
    } as SocketIoBridge;
  },
});
const options = {} as SocketIoOptions;
const handle = (io: SocketIoBridge) => io.handle({} as never, {} as never, {} as never);

test('creates Socket.IO once on the first request and closes it', async () => {
  const io = createLaterSocketIo(options, load);
  expect(made).toEqual([]);
  const replies = await Promise.all([handle(io), handle(io)]);
  expect(await Promise.all(replies.map((reply) => reply.text()))).toEqual(['hello', 'hello']);
  expect(made).toEqual([options]);
  io.websocket.open?.({} as never);
  expect(opened).toHaveBeenCalledTimes(1);
  await io.close();
  expect(closed).toHaveBeenCalledTimes(1);
});

test('neither loads nor closes Socket.IO without a client', async () => {
  const never = mock(load);
  await createLaterSocketIo(options, never).close();
  expect(never).not.toHaveBeenCalled();
});

test('retries a failed load on the next request', async () => {
  let tries = 0;
  const io = createLaterSocketIo(options, () =>
    tries++ === 0 ? Promise.reject(new Error('no file')) : load(),
  );
  await expect(handle(io)).rejects.toThrow('no file');
  expect((await handle(io)).status).toBe(200);
});
