import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { createQuickMessage } from './quick-messages.service.ts';

let testApp: TestApp;
let own: number;
let general: number;

beforeAll(async () => {
  testApp = await createTestApp();
  const bia = await testApp.scopeOf('bia');
  const ana = await testApp.scopeOf('ana');
  own = (await createQuickMessage(bia, { shortcode: 'meu', message: '<b>oi</b>' })).id;
  general = (await createQuickMessage(ana, { shortcode: 'geral', message: 'x', geral: true })).id;
});
afterAll(() => testApp.stop());

const post = async (values: Record<string, string | File>, path = '/quick-messages', method = 'POST') => {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) body.append(name, value);
  const headers = { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' };
  return (await testApp.as('bia')).raw(path, { method, headers, body });
};
const find = async (shortcode: string) =>
  (await testApp.systemScope()).db.query.quickMessages.findFirst({
    where: (t, { eq }) => eq(t.shortcode, shortcode),
  });

describe('quick messages page', () => {
  test('redirects to login without a session', async () => {
    expect((await (await testApp.as()).page('/quick-messages')).status).toBe(303);
  });

  test('shows the user’s messages with files and escapes hostile text', async () => {
    const { text } = await (await testApp.as('bia')).page('/quick-messages');
    expect(text).toContain('/meu');
    expect(text).toContain('/geral');
    expect(text).toContain('Sem anexo');
    expect(text).toContain('&lt;b&gt;oi&lt;/b&gt;');
    expect((await (await testApp.as('caio')).page('/quick-messages')).text).not.toContain('/meu');
  });

  test('shows buttons only where the policy allows them', async () => {
    const agent = await (await testApp.as('bia')).page('/quick-messages');
    expect(agent.text).toContain(`/quick-messages/${own}/edit`);
    expect(agent.text).not.toContain(`/quick-messages/${general}/edit`);
    const supervisor = await (await testApp.as('rui')).page('/quick-messages');
    expect(supervisor.text).toContain(`/quick-messages/${general}/edit`);
  });

  test('is in the menu', async () => {
    expect((await (await testApp.as('bia')).page('/tags')).text).toContain('Respostas rápidas');
  });
});

describe('quick message dialog', () => {
  test('shows the general option to administrators only', async () => {
    expect((await (await testApp.as('ana')).part('GET', '/quick-messages/new')).text).toContain(
      'name="geral"',
    );
    expect((await (await testApp.as('rui')).part('GET', '/quick-messages/new')).text).not.toContain(
      'name="geral"',
    );
  });

  test('returns values and a message for invalid input', async () => {
    const reply = await post({ shortcode: ' ', message: 'texto' });
    expect(reply.status).toBe(422);
    const text = await reply.text();
    expect(text).toContain('Obrigatório');
    expect(text).toContain('>texto</textarea>');
  });

  test('stores a message with its file and removes the file', async () => {
    const file = new File(['a;b'], 'tabela.csv', { type: 'text/csv' });
    const reply = await post({ shortcode: '/tabela', message: 'um\r\ndois', status: 'true', file });
    expect(reply.status).toBe(204);
    expect(reply.headers.get('HX-Trigger')).toContain('refresh:quickmessage');
    const row = await find('tabela');
    expect(row).toMatchObject({ message: 'um\ndois', mediaName: 'tabela.csv', status: true });
    const change = { shortcode: 'tabela', message: 'x', status: 'false', file: new File([], '') };
    const path = `/quick-messages/${row?.id}`;
    expect((await post(change, path, 'PUT')).status).toBe(204);
    expect(await find('tabela')).toMatchObject({ mediaName: 'tabela.csv', status: false });
    await post({ ...change, removeMedia: 'true' }, path, 'PUT');
    expect(await find('tabela')).toMatchObject({ mediaName: null });
  });

  test('cannot be opened for others’ messages nor delete general ones', async () => {
    expect((await (await testApp.as('caio')).part('GET', `/quick-messages/${own}/edit`)).status).toBe(404);
    expect((await (await testApp.as('bia')).part('DELETE', `/quick-messages/${general}`)).status).toBe(403);
  });
});
