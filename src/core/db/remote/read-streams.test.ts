import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { until } from '@test/support/until.ts';
import { createNamespaces } from './database-server.ts';
import { MAX_STREAMS } from './read-streams.ts';
import { RemoteClient } from './remote-client.ts';
import { describeWithSqld, type RunningSqld, startSqld } from './sqld.test-support.ts';

type Call = { baton: string | null; kinds: string[] };

describeWithSqld('reads on a libSQL server', () => {
  let server: RunningSqld;
  let proxy: Bun.Server<undefined>;
  let calls: Call[] = [];
  let isExpired = false;
  let count = 0;
  let name: string;
  const clients: RemoteClient[] = [];

  beforeAll(async () => {
    server = await startSqld();
    proxy = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: passOn });
  });
  afterAll(async () => {
    await proxy.stop(true);
    await server.stop();
  });
  beforeEach(async () => {
    count += 1;
    name = `reads-${count}`;
    await createNamespaces(server).create(name);
    await open().executeMultiple('CREATE TABLE t (x); INSERT INTO t VALUES (1)');
    calls = [];
  });
  afterEach(() => {
    isExpired = false;
    for (const client of clients.splice(0)) client.close();
  });

  async function passOn(request: Request): Promise<Response> {
    const body = await request.text();
    const { baton, requests } = JSON.parse(body || '{"requests":[]}');
    calls.push({ baton: baton ?? null, kinds: requests.map(({ type }: { type: string }) => type) });
    if (isExpired && baton)
      return Response.json({ message: 'expired', code: 'STREAM_EXPIRED' }, { status: 400 });
    const { pathname } = new URL(request.url);
    return fetch(`${server.url}${pathname}`, {
      method: request.method,
      headers: request.headers,
      body,
      decompress: false,
    });
  }

  function open(more: object = {}): RemoteClient {
    const at = { ...server, url: `http://127.0.0.1:${proxy.port}` };
    const client = new RemoteClient({ server: at, name, ...more }, () => undefined);
    clients.push(client);
    return client;
  }
  const read = async (client: RemoteClient) =>
    (await client.execute('SELECT x FROM t')).rows.map(({ x }) => x);
  const connections = () => calls.filter(({ baton }) => baton === null).length;

  test('share a connection, and see what others wrote in between', async () => {
    const [reader, writer] = [open(), open()];
    expect(await read(reader)).toEqual([1]);
    await writer.batch(['UPDATE t SET x = 2'], 'write');
    expect(await read(reader)).toEqual([2]);
    expect(await read(reader)).toEqual([2]);
    // One of the reads, one of the batch.
    expect(connections()).toBe(2);
  });

  test('are answered by a new connection when the server ended theirs', async () => {
    const client = open();
    await read(client);
    isExpired = true;
    expect(await read(client)).toEqual([1]);
  });

  test('are answered after a restart of the server', async () => {
    const client = open();
    await read(client);
    await server.kill();
    await server.start();
    expect(await read(client)).toEqual([1]);
  });

  test('go on after an error of a statement, on the same connection', async () => {
    const client = open();
    await read(client);
    await expect(client.execute('SELECT y FROM t')).rejects.toThrow('no such column: y');
    expect(await read(client)).toEqual([1]);
    expect(connections()).toBe(1);
  });

  test('hold few connections, the ones used last; a closed client holds none', async () => {
    const client = open();
    const many = Array.from({ length: 3 * MAX_STREAMS }, () => read(client));
    expect(await Promise.all(many)).toEqual(many.map(() => [1]));
    const held = calls.filter(({ baton, kinds }) => baton === null && !kinds.includes('close')).length;
    expect(held).toBe(MAX_STREAMS);
    const another = open();
    await read(another);
    calls = [];
    await read(another);
    expect(connections()).toBe(0);
    client.close();
    const closed = () => calls.filter(({ kinds }) => kinds[0] === 'close').length;
    // One of them made room for the other client's.
    await until('all are closed', () => closed() === MAX_STREAMS - 1);
  });

  test('of a company that another process serves open one each, as it may be restored meanwhile', async () => {
    const client = open({ isShared: true, fence: () => 'SELECT 1' });
    await read(client);
    await read(client);
    expect(connections()).toBe(2);
  });
});
