import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { io } from 'socket.io-client';
import { clientsOf } from './client-lines.ts';
import { eventsOf, type LiveApp, openLiveApp, until } from './lines.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
});
afterAll(() => live.stop());
beforeEach(() => live.testApp.clock.advance(3_600_000));

const lines: { close(): void }[] = [];
afterEach(async () => {
  for (const line of lines.splice(0)) line.close();
  await until(() => live.testApp.kernel.hub.slots.taken === 0, 'all seats are free again');
});

async function page(name: 'bia' | 'rui' | 'davi') {
  const line = await live.page(name);
  lines.push(line);
  return line;
}

async function client(name: 'bia' | 'rui' | 'davi') {
  const line = await clientsOf(live).connect(name);
  lines.push(line.socket);
  return line;
}

async function rawClient(token: string) {
  const url = `${live.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket&token=${token}`;
  const socket = new WebSocket(url);
  const line = { socket, got: [] as string[], closed: undefined as number | undefined };
  socket.onmessage = ({ data }) => line.got.push(String(data));
  socket.onclose = ({ code }) => {
    line.closed = code;
  };
  lines.push(socket);
  await until(() => line.got.length > 0, 'the engine greets');
  socket.send('40');
  await until(() => line.got.some((packet) => packet.startsWith('42["ready"')), 'it is ready');
  return line;
}

const PRIMITIVE_LESS = { toString: 'x', valueOf: 'x' };
const EVENTS = [
  'joinChatBox',
  'leaveChatBox',
  'joinNotification',
  'leaveNotification',
  'joinTickets',
  'leaveTickets',
  'userStatus',
  'error',
  'nobodyListens',
];

describe('hostile Socket.IO client', () => {
  test('values without a string form do no harm and the client stays connected', async () => {
    const bia = await client('bia');
    for (const event of EVENTS) bia.socket.emit(event, PRIMITIVE_LESS, [PRIMITIVE_LESS]);
    await clientsOf(live).caughtUp(bia);
    expect(bia.socket.connected).toBe(true);
  });

  test('invalid ids join nothing', async () => {
    const bia = await client('bia');
    for (const id of [1e20, '1e1', -1, 0.5, '9'.repeat(400), [1], null, {}, true])
      bia.socket.emit('joinChatBox', id);
    await clientsOf(live).caughtUp(bia);
    expect(bia.socket.connected).toBe(true);
  });

  test.each([
    ['a number as its name', '42[1,{}]'],
    ['no such packet', '49[]'],
    ['no JSON', '42[{'],
    ['a reserved name', '42["disconnecting"]'],
    ['an error', '42["error",{"toString":"x"}]'],
    ['an attachment that never comes', '451-["joinChatBox",{"_placeholder":true,"num":0}]'],
    ['a second handshake', '40'],
    ['another namespace', '40/admin,{"a":1}'],
    ['an answer nobody waits for', '4399[{}]'],
    ['an engine packet of no kind', '9'],
    ['pongs before a ping', '3'],
    ['more than a frame', `42["joinChatBox","${'1'.repeat(5000)}"]`],
  ])('%s disconnects at most its own socket', async (_what, packet) => {
    const davi = await client('davi');
    const rui = await rawClient(await live.token('rui'));
    rui.socket.send(packet);
    rui.socket.send(Buffer.from(packet));
    rui.socket.send(packet);
    const ring = live.ring('boreal');
    await until(() => davi.events.some(({ name }) => name.endsWith(ring)), 'others hear');
    expect((await fetch(`${live.url}/version`)).status).toBe(200);
  });

  test('a flood is ignored and then disconnected', async () => {
    const { hub } = live.testApp.kernel;
    const rui = await rawClient(await live.token('rui'));
    for (let n = 0; n < 2_000; n += 1) rui.socket.send('42["joinNotification"]');
    await until(() => rui.closed !== undefined, 'it is let go');
    expect(rui.closed).toBe(1008);
    await until(() => hub.slots.taken === 0, 'its seat is free');
  });
});

describe('hostile page socket', () => {
  test('invalid messages are ignored', async () => {
    const bia = await page('bia');
    for (const data of [PRIMITIVE_LESS, null, 1e308, 'x', [[]]])
      for (const channel of ['visible', 'viewing', 'typing', 'userStatus', '__proto__', 'x'])
        bia.send(channel, data);
    const ring = live.ring();
    await until(() => bia.frames.some(({ channel }) => channel === ring), 'it rings');
    expect(bia.closed).toBeUndefined();
  });

  test('a flood is disconnected with the reason and causes no work', async () => {
    const [bia, davi] = [await page('bia'), await page('davi')];
    for (let n = 0; n < 5_000; n += 1) bia.send('viewing', { ticketId: live.aurora.ticketId });
    await until(() => bia.closed, 'it is let go');
    expect(bia.closed).toEqual({ code: 1008, reason: 'too many messages' });
    expect(davi.closed).toBeUndefined();
    expect(eventsOf(bia).filter(({ channel }) => channel === 'ticketPresence').length).toBeLessThan(3);
  });

  test('a slight excess is ignored until the limit resets', async () => {
    const bia = await page('bia');
    for (let n = 0; n < 100; n += 1) bia.send('visible', false);
    const ring = live.ring();
    await until(() => bia.frames.some(({ channel }) => channel === ring), 'it rings');
    live.testApp.clock.advance(60_000);
    bia.send('visible', true);
    const { companyId } = live.aurora;
    await until(
      () => live.testApp.kernel.hub.isWatched(companyId, live.testApp.people.userId.bia),
      'it is heard',
    );
  });

  test('an oversized frame closes the socket', async () => {
    const bia = await page('bia');
    bia.send('visible', 'x'.repeat(5_000));
    await until(() => bia.closed, 'it is closed');
  });
});

describe('polling without a token', () => {
  const poll = (query: string, init?: RequestInit) =>
    fetch(`${live.url}/socket.io/?EIO=4&transport=polling${query}`, init);

  test('creates no engine session however often it is tried', async () => {
    const statuses = new Set<number>();
    for (let n = 0; n < 100; n += 1) statuses.add((await poll(n % 2 ? '' : '&token=made.up.token')).status);
    expect(statuses).toEqual(new Set([200, 429]));
    expect(live.testApp.kernel.hub.slots.taken).toBe(0);
    live.testApp.clock.advance(60_000);
    const packets = (await (await poll('')).text()).split('\u001e');
    expect(packets[1]).toBe('44{"message":"Authentication error"}');
    const { sid } = JSON.parse(packets[0]?.slice(1) ?? '');
    expect((await poll(`&sid=${sid}`)).status).toBe(400);
  });

  test('is refused with the error the client knows', async () => {
    const socket = io(live.url, { transports: ['polling'], reconnection: false, forceNew: true });
    lines.push(socket);
    const error = await new Promise<Error>((resolve) => socket.on('connect_error', resolve));
    expect(error.message).toBe('Authentication error');
  });
});

describe('polling client', () => {
  const connect = async () => {
    const query = { token: await live.token('rui') };
    const socket = io(live.url, { transports: ['polling'], reconnection: false, forceNew: true, query });
    lines.push(socket);
    await new Promise((resolve) => socket.on('ready', () => resolve(undefined)));
    return socket;
  };

  test('is served and takes a connection slot', async () => {
    const socket = await connect();
    expect(live.testApp.kernel.hub.slots.taken).toBe(1);
    await socket.emitWithAck('joinNotification');
  });

  test('cannot send a large body or a flood in one request', async () => {
    const post = async (body: BodyInit) => {
      const socket = await connect();
      const url = `${live.url}/socket.io/?EIO=4&transport=polling&sid=${socket.io.engine.id}`;
      const { status } = await fetch(url, { method: 'POST', body });
      await until(() => !socket.connected, 'its line ends');
      return status;
    };
    expect(await post('4'.repeat(20_000))).toBe(413);
    const chunks = new ReadableStream({
      start(to) {
        for (let n = 0; n < 20; n += 1) to.enqueue(new Uint8Array(1_024).fill(52));
        to.close();
      },
    });
    expect(await post(chunks)).toBe(413);
    expect(await post(Array(500).fill('3').join('\u001e'))).toBe(429);
  });
});

test('a user opens a limited number of sockets and closing one frees a slot', async () => {
  const { cookie } = await live.testApp.as('bia');
  const knock = () => live.knock({ Cookie: `sid=${cookie}`, Origin: live.url });
  const tabs = Array.from({ length: 20 }, knock);
  lines.push(...tabs);
  await until(() => tabs.every(({ opened }) => opened), 'twenty open');
  const refused = knock();
  await until(() => refused.closed, 'the next one is refused');
  expect(live.testApp.kernel.hub.slots.taken).toBe(20);
  tabs[0]?.close();
  await until(() => live.testApp.kernel.hub.slots.taken === 19, 'one has gone');
  const next = knock();
  lines.push(next);
  await until(() => next.opened, 'there is room');
});

test('events of a client are serialized, and a failing handler closes only its own socket', async () => {
  const [bia, rui] = [await client('bia'), await client('rui')];
  const { tenants } = live.testApp.kernel;
  const open = tenants.open;
  tenants.open = () => {
    throw new Error('no database');
  };
  bia.socket.emit('joinChatBox', String(live.aurora.ticketId));
  await until(() => !bia.socket.connected, 'her line ends');
  tenants.open = open;
  await clientsOf(live).caughtUp(rui);
});
