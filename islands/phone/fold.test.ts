import { expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { startFold } from './fold.ts';

withDom();

const HEIGHT = { scrollHeight: 3000, clientHeight: 600 };

function list(): HTMLElement {
  document.body.innerHTML = '<section class="list-pane"><div data-scroller></div></section>';
  const box = document.querySelector('div') as HTMLElement;
  for (const [name, value] of Object.entries(HEIGHT)) Object.defineProperty(box, name, { value });
  return box;
}

const isHidden = () => document.querySelector('[data-aside]') !== null;

test('shows the round button at both ends and on scrolling up only', () => {
  startFold();
  const box = list();
  const isAside = (top: number) => {
    box.scrollTop = top;
    box.dispatchEvent(new Event('scroll'));
    return isHidden();
  };
  expect([0, 5, 40, 300].map(isAside)).toEqual([false, false, true, true]);
  expect([297, 301, 280].map(isAside)).toEqual([true, true, false]);
  expect([900, 2400, 1200, 1400, 0].map(isAside)).toEqual([true, false, false, true, false]);
});

test('a click in the list shows the button again', () => {
  startFold();
  const box = list();
  for (const top of [10, 500]) {
    box.scrollTop = top;
    box.dispatchEvent(new Event('scroll'));
  }
  expect(isHidden()).toBe(true);
  box.click();
  expect(isHidden()).toBe(false);
});
