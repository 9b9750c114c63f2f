import { expect, mock, test } from 'bun:test';
import { createLaterSocketIo } from './later-socket-io.ts';
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

test('Socket.IO is made for the first client, once for all who come together, and closed', async () => {
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

test('where no such client comes, nothing is loaded, nor closed', async () => {
  const never = mock(load);
  await createLaterSocketIo(options, never).close();
  expect(never).not.toHaveBeenCalled();
});

test('a load that failed is tried again by the next client', async () => {
  let tries = 0;
  const io = createLaterSocketIo(options, () =>
    tries++ === 0 ? Promise.reject(new Error('no file')) : load(),
  );
  await expect(handle(io)).rejects.toThrow('no file');
  expect((await handle(io)).status).toBe(200);
});
