import { expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { stepBack } from './history-steps.ts';
import { startLateReload } from './late-reload.ts';

withDom();

test('a reload waits for a closing menu’s history step, else htmx reloads', async () => {
  let reloads = 0;
  const reload = () => {
    reloads += 1;
  };
  const own = Object.getOwnPropertyDescriptor(globalThis, 'location');
  Object.defineProperty(globalThis, 'location', { configurable: true, value: { reload } });
  startLateReload();
  const answer = () => {
    const ctx = { hx: { refresh: 'true' as string | undefined } };
    document.dispatchEvent(new CustomEvent('htmx:after:request', { detail: { ctx } }));
    return ctx.hx.refresh;
  };
  expect(answer()).toBe('true');
  const step = stepBack(1);
  expect([answer(), reloads]).toEqual([undefined, 0]);
  dispatchEvent(new Event('popstate'));
  await step;
  expect(reloads).toBe(1);
  if (own) Object.defineProperty(globalThis, 'location', own);
});
