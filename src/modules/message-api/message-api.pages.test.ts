import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { PNG } from '@test/support/world.ts';
import { type ApiDesk, createApiDesk, SOMEBODY, TEXT } from './api-desk.test-support.ts';

let api: ApiDesk;
beforeAll(async () => {
  api = await createApiDesk();
});
afterAll(() => api.desk.stop());
beforeEach(() => api.reset());

const ana = () => api.desk.as('ana');

test('shows both methods with the address of the reader, and the last 50 calls', async () => {
  for (let n = 0; n < 51; n += 1) await api.post({ ...TEXT, number: n === 0 ? '5511900000001' : '12' });
  const { status, text } = await (await ana()).page('/messages-api');
  expect(status).toBe(200);
  for (const word of ['http://desk.test/api/messages/send', 'import requests', 'curl_init', 'await fetch'])
    expect(text).toContain(word);
  expect(text).not.toContain('5511900000001');
  expect(text.match(/400 · /g)?.length).toBe(50);
  const rows = await (await ana()).part('GET', '/messages-api');
  expect(rows.text).not.toContain('try-text');
}, 30_000);

test('is the administrators’, and leads home without the flag', async () => {
  expect((await (await api.desk.as('bia')).page('/messages-api')).status).toBe(403);
  await api.plan(false);
  const closed = await (await ana()).page('/messages-api');
  expect({ status: closed.status, refresh: closed.headers.get('Refresh') }).toEqual({
    status: 403,
    refresh: '1; url=/',
  });
  await api.plan(true);
});

test('its form sends a text with the token that was typed, and never shows it again', async () => {
  const form = { token: api.token, number: SOMEBODY, body: 'Teste' };
  const reply = await (await ana()).part('POST', '/messages-api/text', form);
  await api.desk.settle();
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

test('its form sends a file; a token of another company is none', async () => {
  const form = new FormData();
  form.set('token', api.token);
  form.set('number', SOMEBODY);
  form.set('medias', new File([PNG], 'foto.png', { type: 'image/png' }));
  const post = async (who: 'ana' | 'davi') =>
    (
      await (
        await api.desk.as(who)
      ).raw('/messages-api/media', {
        method: 'POST',
        headers: { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' },
        body: form,
      })
    ).status;
  expect(await post('davi')).toBe(422);
  expect(await post('ana')).toBe(200);
  await api.desk.settle();
  expect((await api.messages()).map(({ mediaType }) => mediaType)).toEqual(['image']);
});

test('administrators hear of each call', async () => {
  const [heard, other] = [await api.desk.listenAs('ana'), await api.desk.listenAs('bia')];
  await api.post(TEXT);
  const channels = (lines: typeof heard) => lines.map(({ channel }) => channel);
  expect(channels(heard)).toContain('apiCall');
  expect(channels(other)).not.toContain('apiCall');
});
