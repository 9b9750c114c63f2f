import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { enter, retreat } from './history-steps.ts';
import { startLayers } from './layers.ts';

withDom();

const waiting: (() => void)[] = [];

class TestHistory {
  entries: { state: unknown; href: string }[] = [{ state: null, href: '/tickets' }];
  at = 0;
  get state(): unknown {
    return this.entries[this.at]?.state ?? null;
  }
  get href(): string {
    return this.entries[this.at]?.href ?? '';
  }
  pushState(state: unknown, _: string, href = this.href): void {
    this.entries.splice(this.at + 1, this.entries.length, { state, href });
    this.at += 1;
  }
  replaceState(state: unknown, _: string, href = this.href): void {
    this.entries[this.at] = { state, href };
  }
  go(delta: number): void {
    waiting.push(() => {
      if (this.entries[this.at + delta]) this.at += delta;
      dispatchEvent(new Event('popstate'));
    });
  }
  get trail(): string[] {
    return this.entries.slice(0, this.at + 1).map(({ href }) => href);
  }
}

let browser = new TestHistory();
const own = new Map<string, PropertyDescriptor | undefined>();

beforeAll(() => {
  for (const name of ['history', 'location'])
    own.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, 'history', { configurable: true, get: () => browser });
  Object.defineProperty(globalThis, 'location', {
    configurable: true,
    get: () => ({ pathname: browser.href, search: '', href: browser.href }),
  });
  startLayers((work) => waiting.push(work));
});
afterAll(() => {
  for (const [name, descriptor] of own) Object.defineProperty(globalThis, name, descriptor ?? {});
});
beforeEach(async () => {
  await rest();
  browser = new TestHistory();
});

async function rest(): Promise<void> {
  await Promise.resolve();
  document.dispatchEvent(new Event('toggle'));
  for (let turns = 0; turns < 10; turns += 1) {
    for (const work of waiting.splice(0)) work();
    await Promise.resolve();
  }
}

function open(): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
const areOpen = (...dialogs: HTMLDialogElement[]) => dialogs.map((dialog) => dialog.open);
async function back(entries = 1): Promise<void> {
  browser.go(-entries);
  await rest();
}

test('back closes the top layer one at a time, then leaves the page', async () => {
  await enter('/tickets/a', true);
  const [below, above] = [open(), open()];
  await rest();
  expect(browser.trail).toEqual(['/tickets', '/tickets/a', '/tickets/a', '/tickets/a']);
  await back();
  expect(areOpen(below, above)).toEqual([true, false]);
  await back();
  expect([areOpen(below), browser.trail]).toEqual([[false], ['/tickets', '/tickets/a']]);
  await back();
  expect(browser.trail).toEqual(['/tickets']);
});

test('a closing layer removes its history entry or passes it on', async () => {
  const first = open();
  await rest();
  first.close();
  const second = open();
  await rest();
  expect([browser.trail.length, second.open]).toEqual([2, true]);
  second.remove();
  await rest();
  expect(browser.trail).toEqual(['/tickets']);
});

test('a layer opened during a history step gets its own entry', async () => {
  const first = open();
  await rest();
  first.close();
  document.dispatchEvent(new Event('toggle'));
  waiting.shift()?.();
  const second = open();
  await rest();
  expect([second.open, browser.trail.length]).toEqual([true, 2]);
  await back();
  expect([second.open, browser.trail.length]).toEqual([false, 1]);
});

test('forward to a closed layer opens nothing and leaves no entry', async () => {
  const dialog = open();
  await rest();
  await back();
  browser.go(1);
  await rest();
  expect([dialog.open, browser.trail]).toEqual([false, ['/tickets']]);
});

test('removes the history entry of a layer lost in a reload', async () => {
  browser.pushState({ htmx: true, layer: 1 }, '');
  await rest();
  expect(browser.trail).toEqual(['/tickets']);
});

test('going back several entries closes every layer above', async () => {
  await enter('/tickets/a', true);
  const [below, above] = [open(), open()];
  await rest();
  await back(3);
  expect([areOpen(below, above), browser.trail]).toEqual([[false, false], ['/tickets']]);
});

test('a dialog that refuses to close retains its entry', async () => {
  const dialog = open();
  dialog.requestClose = () => undefined;
  await rest();
  await back();
  expect([dialog.open, browser.trail.length]).toEqual([true, 2]);
});

test('takes no step back once a link leaves the page', async () => {
  const dialog = open();
  await rest();
  dialog.close();
  dispatchEvent(new Event('beforeunload'));
  await rest();
  expect(browser.trail.length).toBe(2);
  open();
  await rest();
  expect(browser.trail.length).toBe(2);
});

test('a page opened from a layer reuses its entry, repeats add none', async () => {
  const dialog = open();
  await rest();
  dialog.close();
  await enter('/tickets/b', true);
  await enter('/tickets/b', true);
  await rest();
  expect(browser.trail).toEqual(['/tickets', '/tickets/b']);
});

test('changes no address while a history step is pending', async () => {
  await enter('/tickets/a', true);
  const dialog = open();
  await rest();
  dialog.close();
  document.dispatchEvent(new Event('toggle'));
  waiting.shift()?.();
  const entered = enter('/tickets/b', true);
  expect(browser.href).toBe('/tickets/a');
  await rest();
  await entered;
  expect(browser.trail).toEqual(['/tickets', '/tickets/a', '/tickets/b']);
});

test('retreat goes back to the list below the ticket, else replaces it', async () => {
  await enter('/tickets/a', true);
  open();
  await rest();
  const left = retreat('/tickets');
  document.querySelector('dialog')?.remove();
  await rest();
  await left;
  expect(browser.trail).toEqual(['/tickets']);
  await enter('/tickets/a', true);
  await retreat('/tickets?status=closed');
  expect(browser.trail).toEqual(['/tickets', '/tickets?status=closed']);
});

test('htmx does not restore pages for steps between layers', async () => {
  const asks = () => document.dispatchEvent(new Event('htmx:before:history:restore', { cancelable: true }));
  open();
  await rest();
  await back();
  expect(asks()).toBe(false);
  await enter('/tickets/a', true);
  await back();
  expect(asks()).toBe(true);
});
