import { passkeys } from '@db/platform/schema/index.ts';
import { io, type Socket } from 'socket.io-client';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/deps.ts';
import { type Fixtures, fillCompany } from '../support/fixtures.ts';
import { PASSWORD, PEOPLE, type PersonName } from '../support/people.ts';
import { until as untilFound } from '../support/until.ts';

const PATIENCE_MS = 30_000;

export async function until(probe: () => unknown, what: string): Promise<void> {
  await untilFound(what, () => Boolean(probe()), { timeoutMs: PATIENCE_MS, stepMs: 2 });
}

export type LiveApp = {
  testApp: TestApp;
  aurora: Fixtures;
  boreal: Fixtures;
  url: string;
  page(name: PersonName): Promise<PageLine>;
  knock(headers: Record<string, string>): PageLine;
  token(name: PersonName): Promise<string>;
  client(token: string | undefined): ClientLine;
  ring(company?: 'aurora' | 'boreal'): string;
  stop(): Promise<void>;
};

export type Frame = { channel: string; data: Record<string, unknown> };
export type PageLine = {
  frames: Frame[];
  closed: { code: number; reason: string } | undefined;
  opened: boolean;
  send(channel: string, data?: unknown): void;
  close(): void;
};
export type ClientLine = {
  socket: Socket;
  events: { name: string; data: Record<string, unknown> }[];
  state: 'connecting' | 'ready' | 'refused' | 'closed';
  error: string | undefined;
};

export async function openLiveApp(options: TestAppOptions = {}): Promise<LiveApp> {
  const testApp = await createTestApp(options);
  const { people } = testApp;
  const aurora = await fillCompany(testApp, {
    company: 'aurora',
    queueId: people.queueId.Vendas,
    mark: 'da-aurora',
  });
  const boreal = await fillCompany(testApp, {
    company: 'boreal',
    queueId: people.queueId.Geral,
    mark: 'do-boreal',
  });
  await testApp.kernel.platform.write((tx) => tx.delete(passkeys));
  const server = testApp.listen();
  const url = server.url.replace('localhost', '127.0.0.1');
  const sockets = new Set<{ close(): void }>();
  let rings = 0;

  function knock(headers: Record<string, string>): PageLine {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers } as never);
    const line: PageLine = {
      frames: [],
      closed: undefined,
      opened: false,
      send: (channel, data = null) => socket.send(JSON.stringify({ channel, data })),
      close: () => socket.close(),
    };
    socket.onmessage = ({ data }) => {
      line.opened = true;
      line.frames.push(JSON.parse(String(data)));
    };
    socket.onclose = ({ code, reason }) => {
      line.closed = { code, reason };
    };
    sockets.add(socket);
    return line;
  }

  return {
    testApp,
    aurora,
    boreal,
    url,
    knock,
    async page(name) {
      const { cookie } = await testApp.as(name);
      const line = knock({ Cookie: `sid=${cookie}`, Origin: url });
      await until(() => line.opened, `${name}'s page opens its line`);
      return line;
    },
    async token(name) {
      const response = await fetch(`${url}/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: `${name}@${PEOPLE[name].company}.test`, password: PASSWORD }),
      });
      const { token } = (await response.json()) as { token: string };
      return token;
    },
    client(token) {
      const query = token === undefined ? {} : { token };
      const socket = io(url, { transports: ['websocket'], reconnection: false, forceNew: true, query });
      const line: ClientLine = { socket, events: [], state: 'connecting', error: undefined };
      socket.on('ready', () => {
        line.state = 'ready';
      });
      socket.on('connect_error', (error) => {
        line.state = 'refused';
        line.error = error.message;
      });
      socket.on('disconnect', () => {
        line.state = 'closed';
      });
      socket.onAny((name, data) => line.events.push({ name, data }));
      sockets.add(socket);
      return line;
    },
    ring(company = 'aurora') {
      rings += 1;
      const channel = `ring-${rings}`;
      const message = { channel, data: { n: rings }, canReceive: () => true };
      testApp.kernel.hub.deliver(people.companyId[company], message);
      return channel;
    },
    async stop() {
      for (const socket of sockets) socket.close();
      await server.stop();
      await testApp.stop();
    },
  };
}

export function eventsOf(line: PageLine): Frame[] {
  return line.frames.filter(({ channel }) => channel !== 'ready' && !channel.startsWith('ring-'));
}
