export type Receiver = { url: string; port: number; received(): number; stop(): Promise<void> };

/** A webhook's receiver that counts its calls. */
export function startReceiver(): Receiver {
  let count = 0;
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      await request.text();
      count += 1;
      return new Response('ok');
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/hook`,
    port: Number(server.port),
    received: () => count,
    stop: () => server.stop(true),
  };
}
