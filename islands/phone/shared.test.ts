import { afterEach, beforeEach, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { until } from '@test/support/until.ts';

withDom();

const stored = new Map<string, Response>();
const store = {
  match: async (name: string) => stored.get(name)?.clone(),
  put: async (name: string, reply: Response) => void stored.set(name, reply),
  delete: async (name: string) => stored.delete(name),
  keys: async () => [...stored.keys()].map((name) => ({ url: `http://desk.test${name}` })),
};
beforeEach(() => {
  stored.clear();
  Object.assign(globalThis.window, {
    caches: {
      has: async () => stored.size > 0,
      open: async () => store,
      delete: async () => stored.clear(),
    },
  });
  Object.assign(globalThis, { caches: (window as unknown as { caches: unknown }).caches });
  document.body.innerHTML = '';
});
afterEach(() => {
  document.body.innerHTML = '';
  history.replaceState(null, '', '/');
});

const remember = (text: string, at = Date.now()) =>
  stored.set('/shared/facts', Response.json({ text, at, files: [{ name: 'casa.jpg', type: 'image/jpeg' }] }));
const rememberAnswer = (uuid: string, text: string, at = Date.now()) =>
  stored.set(`/shared/tickets/${uuid}/${stored.size}`, Response.json({ text, at }));
const showPane = (uuid: string) => {
  document.body.innerHTML = `<div data-pane="${uuid}"><div data-island="composer" data-alive><textarea></textarea></div></div>`;
  return document.querySelector('textarea') as HTMLTextAreaElement;
};
const follow = async () => (await import('./shared.ts')).openShared();

const PAGE = '<div data-shared=""><p data-shared-words></p><a data-shared-drop>x</a></div>';

test('shows the shared content and deletes it when dismissed', async () => {
  document.body.innerHTML = PAGE;
  remember('<b>Olá</b>');
  await follow();
  expect(document.querySelector('[data-shared-words]')?.textContent).toBe('casa.jpg\n<b>Olá</b>');
  expect(document.querySelector('b')).toBeNull();
  expect(stored.has('/shared/seen')).toBe(true);
  document.querySelector<HTMLElement>('[data-shared-drop]')?.click();
  await until('nothing kept', async () => stored.size === 0);
});

test('discards shared content older than 15 minutes', async () => {
  document.body.innerHTML = PAGE;
  remember('segredo', Date.now() - 16 * 60_000);
  await follow();
  expect(document.querySelector<HTMLElement>('[data-shared]')?.dataset.shared).toBe('none');
  expect([document.body.textContent?.includes('segredo'), stored.size]).toEqual([false, 0]);
});

test('puts unsent answers into the composer of their own ticket only', async () => {
  rememberAnswer('a', 'para Ana');
  rememberAnswer('b', 'para Bia');
  rememberAnswer('a', 'e mais', Date.now() + 1);
  for (const [uuid, text] of [
    ['c', ''],
    ['a', 'para Ana\ne mais'],
    ['b', 'para Bia'],
  ] as const) {
    history.replaceState(null, '', `/tickets/${uuid}?answer`);
    const field = showPane(uuid);
    await follow();
    expect([uuid, field.value]).toEqual([uuid, text]);
  }
  expect(stored.size).toBe(0);
});

test('waits while the page shows another ticket', async () => {
  rememberAnswer('a', 'para Ana');
  history.replaceState(null, '', '/tickets/a');
  const other = showPane('b');
  const opened = follow();
  await new Promise((resolve) => setImmediate(resolve));
  const own = showPane('a');
  await opened;
  expect([other.value, own.value]).toEqual(['', 'para Ana']);
});

test('offers no answer as something shared, and nothing shared to the ticket of an answer', async () => {
  rememberAnswer('a', 'para Ana');
  document.body.innerHTML = PAGE;
  await follow();
  expect(document.querySelector<HTMLElement>('[data-shared]')?.dataset.shared).toBe('none');
  remember('foto');
  history.replaceState(null, '', '/tickets/a?answer');
  const field = showPane('a');
  await follow();
  expect([field.value, stored.has('/shared/facts'), stored.size]).toEqual(['para Ana', true, 1]);
  history.replaceState(null, '', '/tickets/a#shared');
  await follow();
  expect([field.value, stored.size]).toEqual(['para Ana\nfoto', 0]);
});

test('drops expired answers of other tickets and those of an earlier version', async () => {
  rememberAnswer('a', 'antiga', Date.now() - 16 * 60_000);
  const unsure = { ticketId: 1, clientId: 'x' };
  stored.set('/shared/facts', Response.json({ text: 'sem nome', at: Date.now(), files: [], unsure }));
  stored.set('/shared/seen', new Response(''));
  history.replaceState(null, '', '/tickets/b#shared');
  const field = showPane('b');
  await follow();
  expect([field.value, stored.size]).toEqual(['', 0]);
});

test('an answer that may have arrived waits while nobody can say', async () => {
  const unsure = { ticketId: 1, clientId: 'x' };
  stored.set('/shared/tickets/a/x', Response.json({ text: 'talvez', at: Date.now(), unsure }));
  rememberAnswer('a', 'não enviada');
  history.replaceState(null, '', '/tickets/a');
  const field = showPane('a');
  const own = globalThis.fetch;
  globalThis.fetch = (async () => {
    throw new TypeError('no network');
  }) as never;
  await follow();
  expect([field.value, [...stored.keys()]]).toEqual(['não enviada', ['/shared/tickets/a/x']]);
  globalThis.fetch = (async () => Response.json({ messages: [{ clientId: 'x' }] })) as never;
  await follow();
  expect([field.value, stored.size]).toEqual(['não enviada', 0]);
  globalThis.fetch = own;
});
