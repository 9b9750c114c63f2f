import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { createQuickMessage } from './quick-messages.service.ts';

let desk: TestDesk;
let own: number;
let general: number;

beforeAll(async () => {
  desk = await createTestDesk();
  const bia = await desk.scopeOf('bia');
  const ana = await desk.scopeOf('ana');
  own = (await createQuickMessage(bia, { shortcode: 'meu', message: '<b>oi</b>' })).id;
  general = (await createQuickMessage(ana, { shortcode: 'geral', message: 'x', geral: true })).id;
});
afterAll(() => desk.stop());

const post = async (values: Record<string, string | File>, path = '/quick-messages', method = 'POST') => {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) body.append(name, value);
  const headers = { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' };
  return (await desk.as('bia')).raw(path, { method, headers, body });
};
const find = async (shortcode: string) =>
  (await desk.systemScope()).db.query.quickMessages.findFirst({
    where: (t, { eq }) => eq(t.shortcode, shortcode),
  });

describe('the page', () => {
  test('leads a stranger to the login', async () => {
    expect((await (await desk.as()).page('/quick-messages')).status).toBe(303);
  });

  test('shows what is the reader’s, with its file, and hostile words as words', async () => {
    const { text } = await (await desk.as('bia')).page('/quick-messages');
    expect(text).toContain('/meu');
    expect(text).toContain('/geral');
    expect(text).toContain('Sem anexo');
    expect(text).toContain('&lt;b&gt;oi&lt;/b&gt;');
    expect((await (await desk.as('caio')).page('/quick-messages')).text).not.toContain('/meu');
  });

  test('has buttons only where the policy allows them', async () => {
    const agent = await (await desk.as('bia')).page('/quick-messages');
    expect(agent.text).toContain(`/quick-messages/${own}/edit`);
    expect(agent.text).not.toContain(`/quick-messages/${general}/edit`);
    const supervisor = await (await desk.as('rui')).page('/quick-messages');
    expect(supervisor.text).toContain(`/quick-messages/${general}/edit`);
  });

  test('is in the menu', async () => {
    expect((await (await desk.as('bia')).page('/tags')).text).toContain('Respostas rápidas');
  });
});

describe('the dialog', () => {
  test('lets administrators alone decide who may use it', async () => {
    expect((await (await desk.as('ana')).part('GET', '/quick-messages/new')).text).toContain('name="geral"');
    expect((await (await desk.as('rui')).part('GET', '/quick-messages/new')).text).not.toContain(
      'name="geral"',
    );
  });

  test('comes back with its values and a message', async () => {
    const reply = await post({ shortcode: ' ', message: 'texto' });
    expect(reply.status).toBe(422);
    const text = await reply.text();
    expect(text).toContain('Obrigatório');
    expect(text).toContain('>texto</textarea>');
  });

  test('stores a message with its file, takes it away again', async () => {
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

  test('of somebody else’s is not found, and its deletion is a toast', async () => {
    expect((await (await desk.as('caio')).part('GET', `/quick-messages/${own}/edit`)).status).toBe(404);
    expect((await (await desk.as('bia')).part('DELETE', `/quick-messages/${general}`)).status).toBe(403);
  });
});
