import { afterEach, beforeEach, expect, test } from 'bun:test';
import { AURORA, BOREAL, type ConnectionsFixture, openApp } from './connections-fixture.test-support.ts';

let fixture: ConnectionsFixture;
beforeEach(async () => {
  fixture = await openApp();
});
afterEach(() => fixture.close());

const events = (reply: Response) => JSON.parse(reply.headers.get('HX-Trigger') ?? '{}');

test('a restart asks first and names the lines it restarts', async () => {
  const question = async () =>
    (await fixture.ask(fixture.ana, 'GET', '/connections/restart', { partial: true })).text();
  await fixture.addConnection(AURORA, { name: 'Nunca ligada', status: 'DISCONNECTED' });
  await fixture.addConnection(BOREAL, { name: 'Norte', status: 'CONNECTED' });
  expect(await question()).not.toContain('hx-post');
  await fixture.addConnection(AURORA, { name: 'Loja', status: 'CONNECTED' });
  await fixture.addConnection(AURORA, { name: 'Filial', status: 'TIMEOUT' });
  const html = await question();
  expect(html).toContain('Reiniciar 2 conexões');
  expect([...html.matchAll(/<li[^>]*>([^<]+)/g)].map(([, name]) => name)).toEqual(['Loja', 'Filial']);
  expect(html).toContain('data-close="" autofocus');
  const page = await (await fixture.ask(fixture.ana, 'GET', '/connections')).text();
  expect(page).toContain('hx-get="/connections/restart"');
  expect(page).not.toContain('hx-post="/connections/restart"');
  expect(fixture.asked).toEqual([]);
});

test('the default among others is not deleted, and the refusal says what comes first', async () => {
  const id = await fixture.addConnection(AURORA, { name: 'Loja', isDefault: true });
  await fixture.addConnection(AURORA, { name: 'Filial' });
  const path = `/connections/${id}/delete`;
  const asked = await (await fixture.ask(fixture.ana, 'GET', path, { partial: true })).text();
  expect(asked).toContain('antes, edite outra e marque-a como padrão');
  expect(asked).not.toContain('hx-delete');
  const reply = await fixture.ask(fixture.ana, 'DELETE', `/connections/${id}`);
  expect(reply.status).toBe(409);
  expect(events(reply).toast.text).toContain('antes, edite outra e marque-a como padrão');
});
