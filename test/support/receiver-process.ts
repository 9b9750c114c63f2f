/** A webhook receiver in a separate process: `/_as` sets its answers, `/_got` returns the requests, `/_take` forgets them, too. */
type Mode = {
  status?: number;
  headers?: Record<string, string>;
  isSilent?: boolean;
  huge?: boolean;
  only?: string;
};
type Got = { path: string; headers: Record<string, string>; body: string };

let mode: Mode = {};
let got: Got[] = [];
const HUGE = 'x'.repeat(50 * 1024 * 1024);

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(process.env.PORT ?? 0),
  idleTimeout: 0,
  async fetch(request) {
    const { pathname } = new URL(request.url);
    const body = await request.text();
    if (pathname === '/_as') {
      mode = JSON.parse(body) as Mode;
      return new Response('ok');
    }
    if (pathname === '/_got') return Response.json(got);
    if (pathname === '/_take') {
      const taken = got;
      got = [];
      return Response.json(taken);
    }
    got.push({ path: pathname, headers: Object.fromEntries(request.headers), body });
    if (mode.only !== undefined && !body.includes(mode.only)) return new Response('ok');
    if (mode.isSilent) await new Promise(() => undefined);
    return new Response(mode.huge ? HUGE : 'said the receiver', {
      status: mode.status ?? 200,
      headers: mode.headers ?? {},
    });
  },
});
console.log(server.port);
for await (const _ of Bun.stdin.stream());
process.exit(0);

export {};
