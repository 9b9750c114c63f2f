/** `bun bench/support/loader.ts <plan.json>`: a separate process, so that its work is not measured. Prints JSON. */
import type { Socket } from 'bun';

export type Plan = {
  port: number;
  connections: number;
  ms: number;
  first: number;
  requests: string[];
};
export type Seen = { answered: number; refused: number; ms: number; bytes: number; p50: number; p95: number };

type Line = { head: Buffer; rest: number; askedAt: number };

const HEADER_END = Buffer.from('\r\n\r\n');

async function load({ port, connections, ms, first, requests }: Plan): Promise<Seen> {
  const texts = requests.map((text) => Buffer.from(text));
  const waits: number[] = [];
  let [next, refused, bytes] = [first, 0, 0];
  const end = performance.now() + ms;
  const startedAt = performance.now();
  const ask = (socket: Socket<Line>, close: () => void) => {
    if (performance.now() >= end) return close();
    socket.data = { head: Buffer.alloc(0), rest: -1, askedAt: performance.now() };
    socket.write(texts[next++ % texts.length] ?? '');
  };
  const take = (line: Line, chunk: Buffer): boolean => {
    bytes += chunk.length;
    if (line.rest >= 0) {
      line.rest -= chunk.length;
      return line.rest <= 0;
    }
    line.head = Buffer.concat([line.head, chunk]);
    const at = line.head.indexOf(HEADER_END);
    if (at < 0) return false;
    const head = line.head.subarray(0, at).toString('latin1');
    if (!/^HTTP\/1\.1 [23]/.test(head)) refused += 1;
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined && !/^HTTP\/1\.1 [23]04/.test(head)) throw new Error(`no length: ${head}`);
    line.rest = Number(length ?? 0) - (line.head.length - at - HEADER_END.length);
    return line.rest <= 0;
  };
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const fail = (_socket: unknown, error: Error) => reject(error);
      void Bun.connect<Line>({
        hostname: '127.0.0.1',
        port,
        data: { head: Buffer.alloc(0), rest: -1, askedAt: 0 },
        socket: {
          open: (socket) => ask(socket, resolve),
          data(socket, chunk) {
            if (!take(socket.data, chunk)) return;
            waits.push(performance.now() - socket.data.askedAt);
            ask(socket, () => {
              resolve();
              socket.end();
            });
          },
          close: () => reject(new Error('the server hung up')),
          error: fail,
          connectError: fail,
        },
      });
    });
  await Promise.all(Array.from({ length: connections }, one));
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return {
    answered: waits.length,
    refused,
    ms: performance.now() - startedAt,
    bytes,
    p50: at(0.5),
    p95: at(0.95),
  };
}

if (import.meta.main) {
  const plan: Plan = await Bun.file(process.argv[2] ?? '').json();
  process.stdout.write(JSON.stringify(await load(plan)));
  process.exit(0);
}
