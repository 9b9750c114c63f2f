import { passkeys } from '@db/platform/schema/index.ts';
import { io, type Socket } from 'socket.io-client';
import { createApp } from '@/app.ts';
import { listen } from '@/server.ts';
import { createTestDesk, type TestDesk, type TestDeskOptions } from '../support/deps.ts';
import { PASSWORD, PEOPLE, type PersonName } from '../support/people.ts';
import { until as untilFound } from '../support/until.ts';
import { fillCompany, type World } from '../support/world.ts';

const PATIENCE_MS = 5000;

export async function until(probe: () => unknown, what: string): Promise<void> {
  await untilFound(what, () => Boolean(probe()), { timeoutMs: PATIENCE_MS, stepMs: 2 });
}

export type LiveDesk = {
  desk: TestDesk;
  aurora: World;
  boreal: World;
  url: string;
  page(name: PersonName): Promise<PageLine>;
  knock(headers: Record<string, string>): PageLine;
  token(name: PersonName): Promise<string>;
  client(token: string | undefined): ClientLine;
  /** Everybody in the company hears it; earlier events have arrived when it does. */
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

export async function openLiveDesk(options: TestDeskOptions = {}): Promise<LiveDesk> {
  const desk = await createTestDesk(options);
  const { cast } = desk;
  const aurora = await fillCompany(desk, {
    company: 'aurora',
    queueId: cast.queueId.Vendas,
    mark: 'da-aurora',
  });
  const boreal = await fillCompany(desk, {
    company: 'boreal',
    queueId: cast.queueId.Geral,
    mark: 'do-boreal',
  });
  // Passwords alone open these people's sessions.
  await desk.kernel.platform.write((tx) => tx.delete(passkeys));
  const server = listen(desk.kernel, createApp(desk.kernel));
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
    desk,
    aurora,
    boreal,
    url,
    knock,
    async page(name) {
      const { cookie } = await desk.as(name);
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
      const message = { channel, data: { n: rings }, canHear: () => true };
      desk.kernel.hub.deliver(cast.companyId[company], message);
      return channel;
    },
    async stop() {
      for (const socket of sockets) socket.close();
      await server.stop();
      await desk.stop();
    },
  };
}

export function heard(line: PageLine): Frame[] {
  return line.frames.filter(({ channel }) => channel !== 'ready' && !channel.startsWith('ring-'));
}
