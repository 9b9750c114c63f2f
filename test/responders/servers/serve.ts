export type RecordedRequest = { method: string; path: string; headers: Record<string, string>; body: string };
export type Fault = 'hangs' | 'html' | 'huge' | 'redirects' | 'wrong' | 401 | 404 | 429 | 500 | 503;

type Answer = Response | object | string | undefined;

export function serve(answer: (incoming: RecordedRequest) => Answer): void {
  const all: RecordedRequest[] = [];
  const faults: Fault[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      if (pathname === '/_fault') {
        const { fault, times = 1 } = JSON.parse(body) as { fault: Fault; times?: number };
        faults.splice(0, faults.length, ...Array.from({ length: times }, () => fault));
        return new Response('');
      }
      if (pathname === '/_heard') return Response.json(all.splice(0));
      const headers = Object.fromEntries(request.headers.entries());
      const recorded = { method: request.method, path: pathname + search, headers, body };
      all.push(recorded);
      const fault = faults.shift();
      if (fault !== undefined) return broken(fault);
      const reply = answer(recorded);
      if (reply instanceof Response) return reply;
      if (typeof reply === 'string') return new Response(reply, { headers: { 'Content-Type': 'text/html' } });
      return reply === undefined ? new Response('not found', { status: 404 }) : Response.json(reply);
    },
  });
  console.log(`http://127.0.0.1:${server.port}`);
}

function broken(fault: Fault): Response {
  switch (fault) {
    case 'hangs':
      return new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }));
    case 'html':
      return new Response('<html><body>Em manutenção</body></html>', {
        headers: { 'Content-Type': 'text/html' },
      });
    case 'huge':
      return Response.json({ messages: 'x'.repeat(5 * 1024 * 1024) });
    case 'redirects':
      return Response.redirect('http://169.254.169.254/latest/meta-data/', 302);
    case 'wrong':
      return Response.json({
        sessionId: 7,
        messages: 'no list',
        queryResult: [],
        registros: 3,
        data: false,
        titulos: 1,
      });
    default:
      return Response.json(
        { error: 'no' },
        { status: fault, headers: fault === 429 ? { 'Retry-After': '7' } : {} },
      );
  }
}
