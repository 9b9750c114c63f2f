import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { Glob } from 'bun';
import { startKeys } from './keys.ts';

withDom();

let done: string[];
let stop: () => void;

beforeEach(() => {
  done = [];
  const row = (n: number, action: string, link = true) => `
    <li aria-posinset="${n}"><div data-ticket="${n}">${link ? `<a href="#" data-open="u${n}" ${n === 2 ? 'aria-current="true"' : ''}></a>` : ''}
    <button data-action="${action}"></button></div></li>`;
  document.body.innerHTML = `
    <div data-scroller="">${row(2, 'resolve')}${row(1, 'accept', false)}${row(3, 'resolve')}</div>
    <div id="ticket-header"><button data-ticket-action="resolve"></button><button data-ticket-action="resolveNext"></button></div>
    <div data-island="composer"><textarea></textarea></div><input id="other">`;
  for (const element of document.querySelectorAll<HTMLElement>('*')) {
    element.getClientRects = () => [{}] as never;
    element.scrollIntoView = () => undefined;
  }
  document.body.onclick = (event) => {
    const target = event.target as HTMLElement;
    const position = target.closest<HTMLElement>('[data-ticket]')?.dataset.ticket ?? 'head';
    if (target.tagName === 'BUTTON')
      done.push(`${target.dataset.action ?? target.dataset.ticketAction} ${position}`);
  };
  stop = startKeys({ onCommands: () => done.push('commands'), onHelp: () => done.push('help') });
});
afterEach(() => stop());

function button(action: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.dataset.action = action;
  return made;
}

function press(key: string, over: KeyboardEventInit = {}): boolean {
  const target = document.activeElement ?? document.body;
  const event = new KeyboardEvent('keydown', {
    key,
    bubbles: true,
    composed: true,
    cancelable: true,
    ...over,
  });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}
const change = (key: string, over: KeyboardEventInit = {}) => press(key, { shiftKey: true, ...over });
const at = () => document.activeElement?.closest<HTMLElement>('[data-ticket]')?.dataset.ticket;

describe('keyboard shortcuts', () => {
  test('j and k move through the visible list from the open ticket', () => {
    const walk = ['j', 'j', 'k', 'k', 'k', 'k'].map((key) => {
      press(key);
      return at();
    });
    expect(walk).toEqual(['3', '3', '2', '1', '1', '1']);
  });

  test('Shift+A and Shift+E act on the focused row, else on the open ticket', () => {
    change('E');
    press('k');
    change('A');
    change('E');
    press('j');
    change('E');
    expect(done).toEqual(['resolve head', 'accept 1', 'resolve 2']);
  });

  test('Shift+D returns the open ticket', () => {
    document
      .getElementById('ticket-header')
      ?.insertAdjacentHTML('beforeend', '<button data-ticket-action="return"></button>');
    change('D');
    expect(done).toEqual(['return head']);
  });

  test('single letters and caps lock never change a ticket', () => {
    document
      .getElementById('ticket-header')
      ?.insertAdjacentHTML('beforeend', '<button data-ticket-action="return"></button>');
    document.body.insertAdjacentHTML('beforeend', '<button class="toast-undo" data-action="undo"></button>');
    for (const letter of 'abcdefghijlmnopqstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ') press(letter);
    expect(done).toEqual([]);
  });

  test('Shift+N resolves the open ticket and goes on, but not from the row of another', () => {
    change('N');
    expect(done).toEqual(['resolveNext head']);
    press('j');
    change('N');
    expect(done).toEqual(['resolveNext head']);
    document.querySelector<HTMLElement>('[data-ticket="2"] a')?.focus();
    change('N');
    expect(done).toEqual(['resolveNext head', 'resolveNext head']);
  });

  test('Shift+A focuses the take-over button of a colleague’s ticket without pressing it', () => {
    document.querySelector('[data-ticket="3"]')?.append(button('take'));
    press('j');
    change('A');
    expect(done).toEqual([]);
    expect((document.activeElement as HTMLElement).dataset.action).toBe('take');
  });

  test('letters do nothing while a picker is open or a dialog loads', () => {
    for (const mark of [
      '<div data-emoji></div>',
      '<div data-recorder></div>',
      '<div data-search-panel></div>',
      '<div data-opening></div>',
      '<button aria-controls="composer-tools" aria-expanded="true"></button>',
      '<button class="htmx-request" aria-haspopup="dialog"></button>',
      '<form inert></form>',
      '<div id="workspace-pane" inert></div>',
      '<div id="workspace-pane"><div data-island="composer"></div></div>',
    ]) {
      document.body.insertAdjacentHTML('beforeend', mark);
      const layer = document.body.lastElementChild as HTMLElement;
      for (const key of ['j', 'r']) press(key);
      for (const key of ['E', 'A', 'D', 'Z']) change(key);
      expect([mark, done]).toEqual([mark, []]);
      layer.remove();
    }
    change('E');
    expect(done).toEqual(['resolve head']);
  });

  test('Shift+Z undoes the latest offer and does nothing without one', () => {
    expect(change('Z')).toBe(false);
    document.body.insertAdjacentHTML(
      'beforeend',
      '<div id="toasts"><button class="toast-undo" data-action="first"></button><button class="toast-undo" data-action="last"></button></div>',
    );
    expect(change('Z')).toBe(true);
    expect(done).toEqual(['last head']);
  });

  for (const pane of [
    '<div id="workspace-pane" inert></div>',
    '<div id="workspace-pane"><div data-island="composer"></div></div>',
  ])
    test(`Shift+Z undoes beside ${pane}, which still loads`, () => {
      document.body.insertAdjacentHTML(
        'beforeend',
        `${pane}<div id="toasts"><button class="toast-undo" data-action="last"></button></div>`,
      );
      expect([change('Z'), change('E')]).toEqual([true, false]);
      expect(done).toEqual(['last head']);
    });

  test('no other key has an effect', () => {
    document.body.insertAdjacentHTML('beforeend', '<button data-action="take"></button>');
    for (let code = 33; code < 127; code += 1) {
      const key = String.fromCharCode(code);
      if (!'jkr?'.includes(key)) expect([key, press(key)]).toEqual([key, false]);
    }
    expect(done).toEqual([]);
  });

  test('r focuses the composer and Escape leaves it', () => {
    press('r');
    expect(document.activeElement?.tagName).toBe('TEXTAREA');
    press('Escape');
    expect(document.activeElement?.tagName).toBe('BODY');
  });

  test('? opens help, Ctrl+K and ⌘K the commands, preventing browser defaults', () => {
    expect([
      press('?', { shiftKey: true }),
      press('k', { ctrlKey: true }),
      press('K', { metaKey: true }),
    ]).toEqual([true, true, true]);
    expect(done).toEqual(['help', 'commands', 'commands']);
  });

  for (const field of ['textarea', '#other']) {
    test(`only Ctrl+K works while typing in ${field}`, () => {
      document.querySelector<HTMLElement>(field)?.focus();
      for (const key of ['?', 'j', 'k', 'r']) expect(press(key)).toBe(false);
      for (const key of ['E', 'A', 'D', 'Z']) expect(change(key)).toBe(false);
      expect(done).toEqual([]);
      press('k', { ctrlKey: true });
      expect(done).toEqual(['commands']);
    });
  }

  test('do nothing while a dialog is open', () => {
    document.body.append(Object.assign(document.createElement('dialog'), { open: true }));
    for (const key of ['?', 'j', 'r']) expect(press(key)).toBe(false);
    for (const key of ['E', 'A']) expect(change(key)).toBe(false);
    expect(done).toEqual([]);
  });

  test('ignore extra modifiers, IME composition and key repeat', () => {
    for (const over of [
      { altKey: true },
      { ctrlKey: true },
      { metaKey: true },
      { isComposing: true },
      { repeat: true },
    ]) {
      expect(change('E', over)).toBe(false);
    }
    expect(press('k', { ctrlKey: true, shiftKey: true })).toBe(false);
    expect(done).toEqual([]);
  });

  test('do nothing on other pages', () => {
    document.body.innerHTML = '';
    for (const key of ['j', 'k', 'e', 'a', 'r', 'x']) expect(press(key)).toBe(false);
  });
});

test('no island uses `lazy`: a script that cannot be fetched would end the island', async () => {
  const using: string[] = [];
  for await (const file of new Glob('islands/**/*.tsx').scan('.'))
    if (/\b(lazy|Suspense)\b[^;]*from 'react'/.test(await Bun.file(file).text())) using.push(file);
  expect(using).toEqual([]);
});

describe('while the workspace extras load, shortcuts', () => {
  const isOpening = () => document.querySelector('[data-opening]') !== null;
  // Other tests of this process may have loaded them; a query makes a module of its own.
  const fresh = (query: string): Promise<typeof import('../workspace/use-extras.ts')> =>
    import(`../workspace/use-extras.ts?${query}`);

  test('are blocked until everything that opens a layer has them', async () => {
    const { loadExtras } = await fresh('open');
    const loads = [loadExtras(), loadExtras()];
    expect(isOpening()).toBe(true);
    await Promise.all(loads);
    expect(isOpening()).toBe(false);
    const again = loadExtras();
    expect(isOpening()).toBe(false);
    await again;
  });

  test('act when nothing is opened: a field in focus fetches them beforehand', async () => {
    const { prefetchExtras, loadExtras } = await fresh('beforehand');
    const early = prefetchExtras();
    expect(isOpening()).toBe(false);
    const wanted = loadExtras();
    expect(isOpening()).toBe(true);
    await Promise.all([early, wanted]);
    expect(isOpening()).toBe(false);
  });
});
