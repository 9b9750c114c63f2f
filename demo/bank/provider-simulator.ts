import type { Server } from 'bun';

export type Fault = {
  path: string;
  how: 'slow' | 'silent' | 'odd' | number;
  times: number;
  ms?: number;
};

export type Controls = Record<string, (body: Record<string, unknown>) => object | Promise<object>>;

export type SimulatorOptions = { tls?: { key: string; cert: string; ca: string }; port?: number };

export type Simulator = { url: string; stop(): Promise<void> };

type Answer = { status: number; body: unknown };

/** A local server that answers as in a provider's public documentation, with injectable faults. */
export function startFixture(
  { tls, port = 0 }: SimulatorOptions,
  answer: (request: Request, url: URL) => Promise<Answer>,
  controls: Controls,
): Simulator {
  const faults: Fault[] = [];
  const calls: string[] = [];
  const own: Controls = {
    fault: (body) => ({ waiting: faults.push(body as Fault) }),
    calls: () => ({ calls: calls.splice(0) }),
    ...controls,
  };
  const server: Server<unknown> = Bun.serve({
    hostname: '127.0.0.1',
    port,
    idleTimeout: 60,
    ...(tls && { tls: { ...tls, requestCert: true, rejectUnauthorized: true } }),
    async fetch(request) {
      const url = new URL(request.url);
      const control = url.pathname.startsWith('/_') ? own[url.pathname.slice(2)] : undefined;
      if (control)
        return Response.json(await control((await request.json()) as Record<string, unknown>), {
          headers: { 'Access-Control-Allow-Origin': '*' },
        });
      calls.push(`${request.method} ${url.pathname}`);
      const fault = faults.find(({ path, times }) => times > 0 && url.pathname.includes(path));
      if (fault) fault.times -= 1;
      if (typeof fault?.how === 'number') return refusal(fault.how);
      if (fault?.how === 'odd') return new Response('<html>manutenção</html>', { status: 200 });
      const { status, body } = await answer(request, url);
      if (fault?.how === 'silent') await new Promise(() => undefined);
      if (fault?.how === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms ?? 1_000));
      return Response.json(body, { status });
    },
  });
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${server.port}`,
    stop: () => server.stop(true),
  };
}

function refusal(status: number): Response {
  const body = { nome: 'erro_simulado', error: 'simulated_error', mensagem: 'simulado', status };
  return Response.json(body, { status });
}
