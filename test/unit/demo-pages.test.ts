import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onlyPagesBelowSimulator } from '@demo/loopback.ts';
import { createInbox } from '@demo/mail/inbox.ts';
import { mailsPages } from '@demo/mail/mails.pages.tsx';
import { simulatorPages } from '@demo/phones/simulator.pages.tsx';
import { createApp } from '@/app.ts';
import type { Fixtures } from '@/core/http/routing/route.ts';
import { createDemoFixtures, type DemoFixtures, HERE } from './demo-fixtures.test-support.ts';

const ROOT = join(import.meta.dir, '../..');
const RITA = '5511987651001';
const ALL = '/simulator/customers';
const ONE = `${ALL}/${RITA}`;
let fixtures: DemoFixtures;

beforeAll(async () => {
  fixtures = await createDemoFixtures([{ number: RITA, name: 'Rita', connection: 'Loja', turns: [[]] }]);
});
afterAll(() => fixtures.stop());

const customer = () => fixtures.playground.customer(RITA);
const view = () => fixtures.playground.view(customer());
const last = () => view().items.at(-1);
const write = (form: Record<string, string>) => fixtures.ask('POST', `${ONE}/messages`, form);
const idOf = (text: string) => view().items.find((item) => item.text === text)?.id ?? '';

describe('simulated customer', () => {
  test('sends a message that the owner receives', async () => {
    const reply = await write({ text: 'Bom dia' });
    expect(reply.status).toBe(200);
    expect(last()).toMatchObject({ kind: 'text', text: 'Bom dia', isOwn: true, ack: 3 });
    const { phone } = fixtures.playground.line(customer());
    expect(phone.received.map(({ text }) => text)).toEqual(['Bom dia']);
    expect(view().isLively).toBe(false);
  });

  test('quotes, edits, reacts and deletes', async () => {
    await write({ text: 'Isto responde', about: idOf('Bom dia') });
    expect(last()?.quoted).toEqual({ text: 'Bom dia', kind: 'text', isOwn: true });
    await write({ text: 'Boa tarde', edit: idOf('Bom dia') });
    const edited = view().items[0];
    expect(edited).toMatchObject({ text: 'Boa tarde', isEdited: true });
    const reactions = `${ONE}/messages/${edited?.id}/reactions`;
    await fixtures.ask('POST', reactions, { emoji: '👍' });
    await fixtures.ask('POST', reactions, { emoji: '❤️' });
    expect(view().items[0]?.reactions).toEqual(['❤️']);
    await fixtures.ask('POST', reactions, { emoji: '' });
    expect(view().items[0]?.reactions).toEqual([]);
    await fixtures.ask('DELETE', `${ONE}/messages/${edited?.id}`);
    expect(view().items[0]).toMatchObject({ isDeleted: true, text: '' });
  });

  for (const [kind, shown, mime] of [
    ['photo', 'photo', 'image/jpeg'],
    ['voice', 'voice', 'audio/ogg'],
    ['document', 'document', 'application/octet-stream'],
    ['location', 'location', null],
    ['contact', 'contacts', null],
  ] as const) {
    test(`sends a ${kind}`, async () => {
      expect((await fixtures.ask('POST', `${ONE}/attachments/${kind}`)).status).toBe(204);
      expect(last()?.kind).toBe(shown);
      if (!mime) return;
      const medium = await fixtures.ask('GET', `${ONE}/messages/${last()?.id}/media`);
      expect([medium.status, medium.headers.get('Content-Type')]).toEqual([200, mime]);
      expect((await medium.arrayBuffer()).byteLength).toBeGreaterThan(500);
    });
  }

  test('receives messages only after coming back online', async () => {
    const { phone: owner } = fixtures.playground.line(customer());
    await fixtures.ask('PUT', ONE, { isOn: 'false' });
    const { id } = await owner.send(customer().phone, { text: 'Chegou?' });
    expect([idOf('Chegou?'), owner.receipts.some((receipt) => receipt.id === id)]).toEqual(['', false]);
    await fixtures.ask('PUT', ONE, { isOn: 'true' });
    await fixtures.network.until(
      () => owner.receipts.some((receipt) => receipt.id === id),
      5000,
      'a receipt',
    );
    expect(view()).toMatchObject({ unread: 1, isOn: true });
    await fixtures.ask('POST', `${ONE}/read`);
    expect(view().unread).toBe(0);
  });

  test('calls and hangs up', async () => {
    await fixtures.ask('POST', `${ONE}/call`);
    expect(view().call).toBe('ringing');
    await fixtures.ask('DELETE', `${ONE}/call`);
    expect(view().call).toBeNull();
  });

  test('is added once', async () => {
    const line = `${customer().target.companyId}:${fixtures.connectionId}`;
    const form = { name: 'Novo', number: '+55 11 98765-1099', line };
    expect((await fixtures.ask('POST', ALL, form)).status).toBe(204);
    expect(fixtures.playground.customer('5511987651099').phone.name).toBe('Novo');
    expect((await fixtures.ask('POST', ALL, form)).status).toBe(422);
    expect((await fixtures.ask('POST', ALL, { ...form, number: '12' })).status).toBe(422);
    expect((await fixtures.ask('POST', ALL, { ...form, number: '5511987651098', line: '9:9' })).status).toBe(
      422,
    );
  });

  test('returns 404 for an unknown customer or message', async () => {
    expect((await fixtures.ask('POST', `${ALL}/5511000000000/messages`, { text: 'a' })).status).toBe(404);
    expect((await write({ text: 'a', about: 'NOBODY' })).status).toBe(404);
    expect((await fixtures.ask('GET', `${ONE}/messages/NOBODY/media`)).status).toBe(404);
    expect((await fixtures.ask('POST', `${ONE}/attachments/virus`)).status).toBe(404);
  });

  test('sends nothing for blank text', async () => {
    const before = view().items.length;
    expect((await write({ text: '   ' })).status).toBe(204);
    expect(view().items.length).toBe(before);
  });
});

describe('simulated owner', () => {
  const line = () => `/simulator/lines/${customer().target.companyId}/${fixtures.connectionId}`;

  test('cannot scan a QR code that is not shown', async () => {
    const reply = await fixtures.ask('POST', `${line()}/scan`);
    expect([reply.status, reply.headers.get('HX-Trigger')?.includes('warning')]).toEqual([204, true]);
    const pasted = await fixtures.ask('POST', `${line()}/qr`, { qr: '2@old,a,b,c' });
    expect(pasted.headers.get('HX-Trigger')).toContain('warning');
  });

  test('sends a message from the phone, bypassing the app', async () => {
    await fixtures.ask('POST', `${line()}/messages`, { to: RITA, text: 'Do celular' });
    await fixtures.network.until(() => idOf('Do celular'), 30_000, 'the message');
    expect(last()).toMatchObject({ isOwn: false, ack: null });
  });

  test('returns 404 for an unknown connection', async () => {
    expect((await fixtures.ask('POST', '/simulator/lines/9/9/scan')).status).toBe(404);
  });
});

describe('simulator page', () => {
  test('returns what changed since the last request, or nothing', async () => {
    const watch = async (seen: string) =>
      fixtures.ask('GET', `/simulator/changes?${new URLSearchParams({ seen })}`);
    const first = await (await watch('')).text();
    const seen = /seen=([^"&]+)/.exec(first)?.[1] ?? '';
    expect((await watch(decodeURIComponent(seen))).status).toBe(204);
    await write({ text: 'Mais uma' });
    const changed = await (await watch(decodeURIComponent(seen))).text();
    expect(changed).toContain(`hx-target="#live-${RITA}"`);
    expect(changed).not.toContain('hx-target="#lines"');
    expect(changed).not.toContain('<form');
  });

  test('escapes user text', async () => {
    await write({ text: '<img src=x onerror=alert(1)>' });
    const html = await (await fixtures.ask('GET', '/simulator/changes')).text();
    expect(html).not.toContain('<img src=x');
  });

  test('switches faults on and off', async () => {
    await fixtures.ask('PUT', '/simulator/network/faults', { fault: 'failMedia', on: 'true' });
    expect(fixtures.playground.weather.faults).toEqual(['failMedia']);
    expect(fixtures.network.media.failDownloads).toBe(503);
    await fixtures.ask('DELETE', '/simulator/network/faults');
    expect([fixtures.playground.weather.faults, fixtures.network.media.failDownloads]).toEqual([[], null]);
  });

  test('shows sent mails with working links to the local machine only', async () => {
    const inbox = createInbox();
    const app = onlyPagesBelowSimulator(createApp(fixtures.testApp.kernel, mailsPages(inbox)));
    const get = async (host: string) => {
      const reply = await app.fetch(
        new Request(`http://${host}/simulator/mails`, { headers: { Host: host } }),
      );
      return { status: reply.status, text: await reply.text() };
    };
    expect((await get('localhost:3000')).text).toContain('Nenhum e-mail ainda');
    const letter = { id: 'a', from: { name: 'Balcão', address: 'b@x.test' }, to: 'ana@x.test', html: '' };
    await inbox.send(
      { ...letter, subject: 'Convite', text: 'Oi\nhttp://localhost:3000/invitation/abc\n<b>x</b>' },
      new AbortController().signal,
    );
    const { text } = await get('localhost:3000');
    expect(text).toContain('href="http://localhost:3000/invitation/abc"');
    expect(text).toContain('&lt;b&gt;x&lt;/b&gt;');
    expect((await get('evil.example')).status).toBe(404);
  });

  test('is available under its own host name on the local machine only', async () => {
    const get = (host: string) => {
      const headers = { Host: host, 'HX-Request': 'true' };
      return fixtures.app.fetch(new Request(`http://${host}/simulator/changes`, { headers }));
    };
    expect((await get('localhost:3000')).status).toBe(200);
    expect((await get('evil.example')).status).toBe(404);
    for (const row of simulatorPages(fixtures.playground)) {
      const path = row.path.replace(/:(\w+)/g, (_all, name) => (name.endsWith('Id') ? '1' : 'x'));
      const body = row.example?.({} as Fixtures).body as Record<string, string> | undefined;
      const asked = (host: string) => {
        const headers = { Host: host, Origin: `http://${host}` };
        const sent = body && new URLSearchParams(body);
        return fixtures.app.fetch(
          new Request(`http://${host}${path}`, { method: row.method, headers, body: sent }),
        );
      };
      expect([row.name, (await asked('evil.example')).status]).toEqual([row.name, 404]);
    }
    const foreign = { Host: 'localhost:3000', Origin: 'http://evil.example' };
    const post = new Request(`${HERE}${ONE}/read`, { method: 'POST', headers: foreign });
    expect((await fixtures.app.fetch(post)).status).toBe(403);
  });
});

describe('production app', () => {
  test('has no simulator pages', async () => {
    const app = createApp(fixtures.testApp.kernel);
    for (const path of ['/simulator/changes', ONE]) {
      const reply = await app.fetch(
        new Request(`${HERE}${path}`, { headers: { Accept: 'application/json' } }),
      );
      expect(reply.status).toBe(404);
    }
    expect(
      Object.values(app.routes)
        .flat()
        .some(({ path }) => path.includes('simulator')),
    ).toBe(false);
  });

  test('includes no simulator file', () => {
    const seen = new Set<string>();
    const walk = (path: string) => {
      if (seen.has(path) || !existsSync(path) || path.includes('node_modules')) return;
      seen.add(path);
      const transpiler = new Bun.Transpiler({ loader: path.endsWith('x') ? 'tsx' : 'ts' });
      if (!/\.tsx?$/.test(path)) return;
      for (const { path: wanted } of transpiler.scanImports(readFileSync(path, 'utf8'))) {
        if (/^(\.|@\/|@views|@db|@islands|@demo)/.test(wanted))
          walk(Bun.resolveSync(wanted, join(path, '..')));
      }
    };
    walk(join(ROOT, 'src/main.ts'));
    expect(seen.size).toBeGreaterThan(100);
    expect([...seen].filter((path) => path.startsWith(join(ROOT, 'demo/')))).toEqual([]);
  });
});
