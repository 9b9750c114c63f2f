import { afterEach, expect, test } from 'bun:test';
import { ApiError, api } from './api.ts';

const realFetch = globalThis.fetch;
const calls: { url: string; init: RequestInit }[] = [];

function answerWith(reply: () => Response | Promise<Response>): void {
  calls.length = 0;
  globalThis.fetch = Object.assign(
    async (url: string | URL | Request, init: RequestInit = {}) => {
      calls.push({ url: String(url), init });
      return reply();
    },
    { preconnect: realFetch.preconnect },
  );
}

afterEach(() => {
  globalThis.fetch = realFetch;
});

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: ApiError) => error,
  );

test('encodes queries under /api with lists as JSON and omits undefined values', async () => {
  answerWith(() => Response.json({ tickets: [] }));
  const query = { searchParam: 'a&b', queueIds: [1, 2], status: undefined, pageNumber: 1 };
  expect(await api.get<object>('/tickets', { query })).toEqual({ tickets: [] });
  expect(calls[0]?.url).toBe('/api/tickets?searchParam=a%26b&queueIds=%5B1%2C2%5D&pageNumber=1');
});

test('sends bodies as JSON and form data unchanged', async () => {
  answerWith(() => Response.json({}));
  await api.post('/messages/1', { body: 'olá' });
  await api.post('/messages/1', new FormData());
  expect(calls[0]?.init.body).toBe('{"body":"olá"}');
  expect(calls[0]?.init.headers).toMatchObject({ 'Content-Type': 'application/json' });
  expect(calls[1]?.init.headers).not.toHaveProperty('Content-Type');
});

test('rejects with the code, status and details of the error response', async () => {
  answerWith(() => Response.json({ error: 'ERR_TICKET_ALREADY_ACCEPTED', name: 'Bia' }, { status: 409 }));
  const error = await refusal(api.put('/tickets/1', {}));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 'ERR_TICKET_ALREADY_ACCEPTED', status: 409, details: { name: 'Bia' } });
});

test('returns undefined for an empty response and rejects on HTML', async () => {
  answerWith(() => new Response(null, { status: 204 }));
  expect(await api.delete('/tickets/1')).toBeUndefined();
  answerWith(() => new Response('<html>', { status: 502 }));
  expect(await refusal(api.get('/tickets'))).toMatchObject({ code: 'unknown', status: 502 });
});

test('maps a failed fetch to ERR_NETWORK but rethrows an abort', async () => {
  answerWith(() => Promise.reject(new TypeError('failed to fetch')));
  expect(await refusal(api.get('/tickets'))).toMatchObject({ code: 'ERR_NETWORK', status: 0 });
  const signal = AbortSignal.abort();
  expect(await refusal(api.get('/tickets', { signal }))).toHaveProperty('name', 'AbortError');
  expect(calls).toHaveLength(1);
});

test('uses the error text without a code and falls back to unknown', async () => {
  const answers: [BodyInit, string][] = [
    ['{"error":"Sem crédito."}', 'Sem crédito.'],
    ['"just a sentence"', 'just a sentence'],
    ['{"error":{"deep":1}}', 'unknown'],
    ['{}', 'unknown'],
    ['null', 'unknown'],
    ['', 'unknown'],
  ];
  for (const [body, code] of answers) {
    answerWith(() => new Response(body, { status: 400 }));
    expect(await refusal(api.get('/tickets'))).toMatchObject({ code, status: 400 });
  }
});

test('small changes outlive their page; reads, files and large texts do not', async () => {
  answerWith(() => Response.json({}));
  const form = (value: string | Blob) => {
    const made = new FormData();
    made.append('body', value);
    return made;
  };
  await api.put('/tickets/1', { status: 'open' });
  await api.delete('/tickets/1');
  await api.post('/messages/1', form('olá'));
  await api.get('/tickets');
  await api.post('/messages/1', { body: 'x'.repeat(2000) });
  await api.post('/messages/1', form(new File(['x'], 'a.txt')));
  await api.post('/messages/1', form('x'.repeat(2000)));
  expect(calls.map(({ init }) => init.keepalive)).toEqual([true, true, true, false, false, false, false]);
});
