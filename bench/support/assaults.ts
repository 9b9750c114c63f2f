import { connect } from 'node:net';

export type Assault = {
  url: string;
  cookie: string;
  token: string;
  ticketId: number;
  seconds: number;
  /** Tokens of /api/v1 and of a connection for the message API. */
  keys?: { tokens: string[]; ofConnection: string; number: string };
};

type Ending = Assault & { isOver(): boolean };

const MB = 1024 * 1024;

/** Half of them from one IPv6 /48. The server must trust this machine as its proxy. */
export const SIGN_INS = '1,500 sign-ins from 1,500 networks';

export const LARGE = 'eight tabs of a large company: ';

const TODAY = new Date().toISOString().slice(0, 10);
const READS: Record<string, string[]> = {
  'all contacts': ['/contacts/list'],
  'all contacts with a text': ['/contacts/list?name=cli'],
  'contacts with two signs': ['/contacts?searchParam=%25_'],
  'contacts with two letters': ['/contacts?searchParam=zz'],
  'a page far down': ['/contacts?pageNumber=4000'],
  'tickets by date and word': [
    `/tickets?showAll=true&searchParam=pedido&date=${TODAY}`,
    `/tickets?showAll=true&searchParam=maria&updatedAt=2025-10-09`,
  ],
  'the kanban page': ['/kanban'],
};

const readers = Object.entries(READS).map(([name, paths]) => [
  LARGE + name,
  (on: Ending) =>
    atOnce(8, () =>
      again(on, 2_000, async () => {
        for (const path of paths) await ask(on, path, path === '/kanban' ? 'text/html' : undefined);
      }),
    ),
]);

export const ASSAULTS: Record<string, (on: Ending) => Promise<unknown>> = {
  '20,000 frames on /ws': (on) => atOnce(4, () => floodSocket(on, '/ws', pageFrames, 5_000)),
  'junk by Socket.IO': (on) =>
    atOnce(4, () =>
      floodSocket(on, `/socket.io/?EIO=4&transport=websocket&token=${on.token}`, clientFrames, 5_000),
    ),
  'searches of a hundred letters': (on) =>
    atOnce(20, () => again(on, 2_000, () => ask(on, `/tickets?showAll=true&searchParam=${LETTERS}`))),
  'eight uploads of 60 MB at once': (on) => atOnce(8, () => again(on, 3, () => upload(on))),
  'lists and pages, again and again': (on) =>
    atOnce(4, () =>
      again(on, 2_000, async () => {
        await ask(on, '/tickets?status=pending&showAll=true');
        await ask(on, `/messages/${on.ticketId}?peek=true`);
        await ask(on, '/contacts');
      }),
    ),
  'answers of sixteen tabs, without a pause': (on) => atOnce(16, () => again(on, 4_000, () => answer(on))),
  'calls of other systems with many tokens': (on) =>
    atOnce(8, () => again(on, 4_000, (n) => callAsSystem(on, n))),
  '/login of 90 MB': (on) => atOnce(6, () => again(on, 200, () => post(on, '/login', multipart(90 * MB)))),
  'JSON of 10 MB of brackets': (on) =>
    atOnce(6, () => again(on, 500, () => post(on, '/auth/login', json('['.repeat(10 * MB))))),
  'forms of 2,500,000 fields': (on) =>
    atOnce(4, () => again(on, 200, () => post(on, '/login', form('a=&'.repeat(2_500_000))))),
  'handshakes of the engine': (on) =>
    atOnce(50, () => again(on, 2_000, () => fetch(`${on.url}/socket.io/?EIO=4&transport=polling`))),
  'the page to sign in, fifty at once': (on) =>
    atOnce(50, () => again(on, 2_000, async () => (await fetch(`${on.url}/login`, PAGE)).arrayBuffer())),
  'five hundred bodies that drip': (on) => atOnce(500, () => drip(on)),
  [SIGN_INS]: (on) => atOnce(50, () => again(on, 30, (n) => guess(on, n))),
  ...Object.fromEntries(readers),
};

async function atOnce(count: number, work: () => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => work().catch(() => undefined)));
}

let done = 0;

async function again({ isOver }: Ending, most: number, work: (n: number) => Promise<unknown>): Promise<void> {
  for (let n = 0; n < most && !isOver(); n += 1) {
    await work(n).catch(() => Bun.sleep(20));
    done += 1;
  }
}

const PAGE = { headers: { Accept: 'text/html' } };
const LETTERS = Array.from({ length: 100 }, (_, n) => String.fromCodePoint(97 + (n % 26))).join('+');

async function ask({ url, cookie }: Assault, path: string, accept = 'application/json'): Promise<void> {
  const reply = await fetch(url + path, { headers: { Cookie: cookie, Accept: accept } });
  for await (const _ of reply.body ?? []);
}

async function answer({ url, cookie, ticketId }: Assault): Promise<void> {
  const headers = {
    Cookie: cookie,
    Origin: url,
    Accept: 'application/json',
    'Content-Type': 'application/json',
  };
  const body = JSON.stringify({ body: 'de novo' });
  await (await fetch(`${url}/messages/${ticketId}`, { method: 'POST', headers, body })).arrayBuffer();
}

async function callAsSystem({ url, ticketId, keys }: Assault, n: number): Promise<void> {
  const { tokens = [], ofConnection = '', number = '' } = keys ?? {};
  const token = tokens[Math.floor(Math.random() * tokens.length)];
  const call = (path: string, bearer = token, body?: object) =>
    fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }).then((reply) => reply.arrayBuffer());
  if (n % 4 === 0) await call('/api/v1/tickets?status=pending&showAll=true');
  if (n % 4 === 1) await call('/api/v1/contacts');
  if (n % 4 === 2) await call(`/api/v1/tickets/${ticketId}/messages`, token, { body: 'de um sistema' });
  if (n % 4 === 3) await call('/api/messages/send', ofConnection, { number, body: 'seu pedido' });
}

type Body = { type: string; body: BodyInit };
const json = (body: string): Body => ({ type: 'application/json', body });
const form = (body: string): Body => ({ type: 'application/x-www-form-urlencoded', body });

function multipart(bytes: number): Body {
  const head = '--b\r\nContent-Disposition: form-data; name="email"\r\n\r\n';
  return {
    type: 'multipart/form-data; boundary=b',
    body: new Blob([head, new Uint8Array(bytes).fill(97), '\r\n--b--\r\n']),
  };
}

async function post({ url }: Assault, path: string, { type, body }: Body): Promise<void> {
  const reply = await fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': type, Origin: url },
    body,
  });
  await reply.arrayBuffer();
}

const FILM = new Blob([new Uint8Array(60 * MB)], { type: 'video/mp4' });

async function upload({ url, cookie, ticketId }: Assault): Promise<void> {
  const body = new FormData();
  body.append('medias', FILM, 'film.mp4');
  const headers = { Cookie: cookie, Origin: url, Accept: 'application/json' };
  await (await fetch(`${url}/messages/${ticketId}`, { method: 'POST', headers, body })).arrayBuffer();
}

const pageFrames = (n: number, { ticketId }: Assault) =>
  JSON.stringify(
    [
      { channel: 'userStatus' },
      { channel: 'typing', data: { ticketId, state: 'composing' } },
      { channel: 'viewing', data: { ticketId } },
    ][n % 3],
  );

const clientFrames = (n: number) =>
  n === 0
    ? '40'
    : `42${JSON.stringify([['leaveChatBox', 'joinTickets', 'joinChatBox'][n % 3], { toString: 'x', valueOf: 'x' }])}`;

async function floodSocket(
  on: Ending,
  path: string,
  frame: (n: number, on: Assault) => string,
  count: number,
) {
  for (let rounds = 0; rounds < 50 && !on.isOver(); rounds += 1) {
    const socket = new WebSocket(on.url.replace('http', 'ws') + path, {
      headers: { Cookie: on.cookie, Origin: on.url },
    } as unknown as string[]);
    const closed = new Promise((resolve) => {
      socket.onclose = resolve;
      socket.onerror = resolve;
    });
    await Promise.race([closed, new Promise((resolve) => (socket.onopen = resolve))]);
    for (let n = 0; n < count && socket.readyState === WebSocket.OPEN && !on.isOver(); n += 1) {
      socket.send(frame(n, on));
      done += 1;
      if (n % 100 === 99) await Bun.sleep(1);
    }
    await Promise.race([closed, Bun.sleep(1_000)]);
    socket.close();
  }
}

let guesses = 0;

async function guess({ url }: Assault, n: number): Promise<void> {
  guesses += 1;
  const word = guesses.toString(16);
  const from = n % 2 ? `2001:db8:1:${word}::1` : `2001:db8:${word}::1`;
  const headers = { 'Content-Type': 'application/json', Origin: url, 'X-Forwarded-For': from };
  const body = JSON.stringify({ email: `person${guesses}@nowhere.test`, password: 'a wrong password' });
  await (await fetch(`${url}/auth/login`, { method: 'POST', headers, body })).arrayBuffer();
}

async function drip({ url, isOver }: Ending): Promise<void> {
  const { port } = new URL(url);
  while (!isOver()) {
    const socket = connect(Number(port), '127.0.0.1');
    let isOpen = true;
    socket.on('close', () => (isOpen = false)).on('error', () => (isOpen = false));
    socket.write(
      `POST /login HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${url}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 16000\r\n\r\n`,
    );
    while (isOpen && !isOver()) {
      socket.write('a');
      await Bun.sleep(1_000);
    }
    socket.destroy();
  }
}

if (import.meta.main) {
  const [, , name = '', options = '{}'] = process.argv;
  const assault = JSON.parse(options) as Assault;
  if (new URL(assault.url).hostname !== '127.0.0.1') throw new Error('only a desk of this machine');
  const end = performance.now() + assault.seconds * 1_000;
  await ASSAULTS[name]?.({ ...assault, isOver: () => performance.now() > end });
  process.stdout.write(String(done));
  process.exit(0);
}
