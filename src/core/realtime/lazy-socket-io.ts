import type { SocketIoBridge, SocketIoOptions } from './socket-io.ts';

type Load = () => Promise<{ createSocketIo(options: SocketIoOptions): SocketIoBridge }>;

/** Socket.IO takes some megabytes and only existing clients use it, so it is loaded when the first one connects. */
export function createLaterSocketIo(
  options: SocketIoOptions,
  load: Load = () => import('./socket-io.ts'),
): SocketIoBridge {
  let asked: Promise<SocketIoBridge> | undefined;
  let opened: SocketIoBridge | undefined;
  async function open(): Promise<SocketIoBridge> {
    opened = (await load()).createSocketIo(options);
    return opened;
  }
  function opening(): Promise<SocketIoBridge> {
    asked ??= open().catch((error) => {
      asked = undefined;
      throw error;
    });
    return asked;
  }
  return {
    handle: async (...request) => (await opening()).handle(...request),
    websocket: {
      open: (ws) => opened?.websocket.open?.(ws),
      message: (ws, frame) => opened?.websocket.message?.(ws, frame),
      close: (ws, code, reason) => opened?.websocket.close?.(ws, code, reason),
    },
    async close() {
      await (await asked)?.close();
    },
  };
}
