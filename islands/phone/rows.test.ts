import { afterEach, beforeEach, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { until } from '@test/support/until.ts';

withDom();

let stop = () => {};
let done: string[] = [];
beforeEach(async () => {
  document.body.innerHTML = `
    <div id="root"><ul><li><div data-ticket="1">
      <a href="/tickets/x">Maria</a><input type="checkbox" data-select />
      <button data-action="resolve" aria-label="Resolver"></button>
      <button data-row-menu aria-label="Mais opções"></button>
    </div></li></ul></div>`;
  done = [];
  for (const name of ['action', 'rowMenu', 'select'])
    find(`[data-${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}]`).addEventListener(
      'click',
      () => done.push(name),
    );
  const { startRows } = await import('./rows.ts');
  stop = startRows(find('#root'));
});
afterEach(() => stop());

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

function touch(type: string, x = 0, y = 0): Event {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, { touches: type === 'touchend' ? [] : [{ clientX: x, clientY: y }] });
  find('a').dispatchEvent(event);
  return event;
}

const position = () => find('li');

test('pulling a row far right runs its action and announces it first', () => {
  touch('touchstart', 10, 10);
  touch('touchmove', 60, 12);
  expect([position().dataset.pulled, position().className]).toEqual(['Resolver', '']);
  touch('touchmove', 110, 12);
  expect(position().className).toBe('pulled-far');
  expect(touch('touchend').defaultPrevented).toBe(true);
  expect(done).toEqual(['action']);
  expect([position().dataset.pulled, find('[data-ticket]').style.transform]).toEqual([undefined, '']);
});

test('pulling a row left opens its menu', () => {
  touch('touchstart', 200, 10);
  touch('touchmove', 100, 12);
  expect(position().className).toBe('pulled-left pulled-far');
  touch('touchend');
  expect(done).toEqual(['rowMenu']);
});

test.each([
  ['not far enough', 70, 10],
  ['back again', 12, 10],
])('%s: does nothing and suppresses the click', (_, x, y) => {
  touch('touchstart', 10, 10);
  touch('touchmove', 110, 10);
  touch('touchmove', x, y);
  expect(touch('touchend').defaultPrevented).toBe(true);
  expect(done).toEqual([]);
});

test('scrolling, a tap and a cancelled touch do nothing', () => {
  touch('touchstart', 10, 10);
  touch('touchmove', 20, 200);
  touch('touchmove', 160, 260);
  expect(touch('touchend').defaultPrevented).toBe(false);
  touch('touchstart', 10, 10);
  expect(touch('touchend').defaultPrevented).toBe(false);
  touch('touchstart', 10, 10);
  touch('touchmove', 150, 10);
  touch('touchcancel');
  expect(done).toEqual([]);
});

test('holding a row selects it and suppresses the click', async () => {
  touch('touchstart', 10, 10);
  await until('a choice', async () => done.length > 0);
  expect(done).toEqual(['select']);
  expect(touch('touchend').defaultPrevented).toBe(true);
});
