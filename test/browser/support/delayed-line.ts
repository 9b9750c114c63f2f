import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export const LATENCY_MS = Number(process.env.TEST_LATENCY ?? 0);

export type DelayedLine = { port: number; stop(): Promise<void> };

/** Delays all bytes, also those of WebSockets, by half of `latencyMs` in each direction. */
export async function openDelayedLine(toPort: number, latencyMs: number): Promise<DelayedLine> {
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const target = connect({ host: '127.0.0.1', port: toPort, allowHalfOpen: true });
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      open.add(from);
      const later = inOrder(latencyMs / 2);
      from.on('data', (bytes) => later(() => to.write(bytes)));
      from.on('end', () => later(() => to.end()));
      from.on('error', () => undefined);
      from.on('close', () => {
        open.delete(from);
        later(() => to.destroySoon());
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Timers of equal length do not promise their order. */
function inOrder(delayMs: number): (act: () => void) => void {
  const waiting: (() => void)[] = [];
  return (act) => {
    waiting.push(act);
    setTimeout(() => waiting.shift()?.(), delayMs);
  };
}
