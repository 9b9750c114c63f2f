import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { PNG } from '@test/support/fixtures.ts';
import { type ApiFixture, createApiFixture, SOMEBODY, TEXT } from './api-fixture.test-support.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await createApiFixture();
});
afterAll(() => api.testApp.stop());
beforeEach(() => api.reset());

const ana = () => api.testApp.as('ana');

test('shows both methods with the server’s address and the last 50 calls', async () => {
  for (let n = 0; n < 51; n += 1) await api.post({ ...TEXT, number: n === 0 ? '5511900000001' : '12' });
  const { status, text } = await (await ana()).page('/messages-api');
  expect(status).toBe(200);
  for (const word of ['http://desk.test/api/messages/send', 'import requests', 'curl_init', 'await fetch'])
    expect(text).toContain(word);
  expect(text).not.toContain('5511900000001');
  expect(text.match(/400 · /g)?.length).toBe(50);
  const rows = await (await ana()).part('GET', '/messages-api');
  expect(rows.text).not.toContain('try-text');
});

test.each([
  ['pt', 'SEU_TOKEN', 'Seu pedido', 'nota-fiscal.pdf'],
  ['en', 'YOUR_TOKEN', 'Your order', 'invoice.pdf'],
  ['es', 'SU_TOKEN', 'Su pedido', 'factura.pdf'],
] as string[][])('has examples in %s', async (lang, ...expected) => {
  const { cookie, raw } = await ana();
  const headers = { Accept: 'text/html', Cookie: `sid=${cookie}; lang=${lang}` };
  const body = await (await raw('/messages-api', { headers })).text();
  for (const one of expected) expect(body).toContain(one);
});

test('is for administrators only and redirects home without the plan’s feature', async () => {
  expect((await (await api.testApp.as('bia')).page('/messages-api')).status).toBe(403);
  await api.plan(false);
  const closed = await (await ana()).page('/messages-api');
  expect({ status: closed.status, refresh: closed.headers.get('Refresh') }).toEqual({
    status: 403,
    refresh: '1; url=/',
  });
  await api.plan(true);
});

test('sends a text with the entered token and never shows it again', async () => {
  const form = { token: api.token, number: SOMEBODY, body: 'Teste' };
  const reply = await (await ana()).part('POST', '/messages-api/text', form);
  await api.testApp.settle();
  expect(reply.status).toBe(200);
  expect(reply.text).not.toContain(api.token);
  expect(reply.headers.get('HX-Trigger')).toContain('Mensagem enviada com sucesso');
  expect(api.sent()).toMatchObject([{ text: 'Teste' }]);
  for (const change of [{ number: '+55 11' }, { number: '' }, { token: 'outro' }, { body: '' }]) {
    const refused = await (await ana()).part('POST', '/messages-api/text', { ...form, ...change });
    expect({ change, status: refused.status }).toEqual({ change, status: 422 });
    expect(refused.text).not.toContain(api.token);
  }
});

test('sends a file and refuses another company’s token', async () => {
  const form = new FormData();
  form.set('token', api.token);
  form.set('number', SOMEBODY);
  form.set('medias', new File([PNG], 'foto.png', { type: 'image/png' }));
  const post = async (who: 'ana' | 'davi') =>
    (
      await (
        await api.testApp.as(who)
      ).raw('/messages-api/media', {
        method: 'POST',
        headers: { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' },
        body: form,
      })
    ).status;
  expect(await post('davi')).toBe(422);
  expect(await post('ana')).toBe(200);
  await api.testApp.settle();
  expect((await api.messages()).map(({ mediaType }) => mediaType)).toEqual(['image']);
});

test('notifies administrators of each call', async () => {
  const [received, other] = [await api.testApp.listenAs('ana'), await api.testApp.listenAs('bia')];
  await api.post(TEXT);
  const channels = (lines: typeof received) => lines.map(({ channel }) => channel);
  expect(channels(received)).toContain('apiCall');
  expect(channels(other)).not.toContain('apiCall');
});
