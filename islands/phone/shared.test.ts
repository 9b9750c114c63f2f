import { afterEach, beforeEach, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { until } from '@test/support/until.ts';

withDom();

const stored = new Map<string, Response>();
const store = {
  match: async (name: string) => stored.get(name)?.clone(),
  put: async (name: string, reply: Response) => void stored.set(name, reply),
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
});

const remember = (text: string, at = Date.now()) =>
  stored.set('/shared/facts', Response.json({ text, at, files: [{ name: 'casa.jpg', type: 'image/jpeg' }] }));
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
