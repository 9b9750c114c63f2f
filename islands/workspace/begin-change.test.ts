import { expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { awaitOffer, pressUndo, showToast } from '../page/toast.ts';
import { beginChange } from './begin-change.ts';

withDom();

/** The undo of an earlier change, and the tokens that were asked for. */
function earlier(): string[] {
  const asked: string[] = [];
  document.addEventListener('undo', (event) => asked.push((event as CustomEvent).detail.token), {
    once: true,
  });
  showToast({ level: 'success', text: 'Resolvido', undo: 'earlier' });
  return asked;
}

test('an undo pressed while the script is fetched takes back the change that it begins', async () => {
  const asked = earlier();
  const script = Promise.withResolvers<string>();
  const began = beginChange(script.promise, async (loaded) => {
    const settled = awaitOffer();
    await Promise.resolve();
    return [loaded, settled()];
  });
  expect(pressUndo()).toBe(true);
  script.resolve('script');
  expect(await began).toEqual(['script', true]);
  expect(asked).toEqual([]);
});

test('an undo pressed for a change whose script does not come takes back nothing', async () => {
  const asked = earlier();
  const script = Promise.withResolvers<string>();
  const began = beginChange(script.promise, async () => 'changed');
  expect(pressUndo()).toBe(true);
  script.reject(new Error('offline'));
  await expect(began).rejects.toThrow('offline');
  expect(asked).toEqual([]);
  expect(pressUndo()).toBe(true);
  expect(asked).toEqual(['earlier']);
});
