import { afterEach, beforeEach, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { until } from '@test/support/until.ts';

withDom();

const kept = new Map<string, Response>();
const store = {
  match: async (name: string) => kept.get(name)?.clone(),
  put: async (name: string, reply: Response) => void kept.set(name, reply),
};
beforeEach(() => {
  kept.clear();
  Object.assign(globalThis.window, {
    caches: {
      has: async () => kept.size > 0,
      open: async () => store,
      delete: async () => kept.clear(),
    },
  });
  Object.assign(globalThis, { caches: (window as unknown as { caches: unknown }).caches });
  document.body.innerHTML = '';
});
afterEach(() => {
  document.body.innerHTML = '';
});

const keep = (text: string, at = Date.now()) =>
  kept.set('/shared/facts', Response.json({ text, at, files: [{ name: 'casa.jpg', type: 'image/jpeg' }] }));
const follow = async () => (await import('./shared.ts')).followShared();

const PAGE = '<div data-shared=""><p data-shared-words></p><a data-shared-drop>x</a></div>';

test('the page says what came, and that it was asked; dropped, it is gone', async () => {
  document.body.innerHTML = PAGE;
  keep('<b>Olá</b>');
  await follow();
  expect(document.querySelector('[data-shared-words]')?.textContent).toBe('casa.jpg\n<b>Olá</b>');
  expect(document.querySelector('b')).toBeNull();
  expect(kept.has('/shared/seen')).toBe(true);
  document.querySelector<HTMLElement>('[data-shared-drop]')?.click();
  await until('nothing kept', async () => kept.size === 0);
});

test('what has waited for a quarter of an hour may be somebody else’s: it is thrown away', async () => {
  document.body.innerHTML = PAGE;
  keep('segredo', Date.now() - 16 * 60_000);
  await follow();
  expect(document.querySelector<HTMLElement>('[data-shared]')?.dataset.shared).toBe('none');
  expect([document.body.textContent?.includes('segredo'), kept.size]).toEqual([false, 0]);
});
