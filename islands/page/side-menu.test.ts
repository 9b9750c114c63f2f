import { beforeAll, expect, spyOn, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';

withDom();

beforeAll(async () => {
  document.body.innerHTML = '<button data-menu-toggle></button>';
  (await import('./side-menu.ts')).startSideMenu();
});

function resize(width: number): string | null {
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width });
  return document.querySelector('[data-menu-toggle]')?.getAttribute('aria-expanded') ?? null;
}

test('the menu button’s state matches every window width', () => {
  expect([1400, 1000, 400, 1400].map(resize)).toEqual(['true', 'false', 'false', 'true']);
});

test('conversations have the rail until the person opens the menu', () => {
  document.body.innerHTML = '<div class="shell-wide"><button data-menu-toggle></button></div>';
  expect([1300, 1000].map(resize)).toEqual(['false', 'false']);
  document.querySelector<HTMLElement>('[data-menu-toggle]')?.click();
  expect([1300, 1000].map(resize)).toEqual(['true', 'true']);
});

test('Escape closes the menu of a phone, but not while an IME composes', () => {
  const phone = spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  document.body.innerHTML = '<button data-menu-toggle></button>';
  const drawer = () => document.documentElement.dataset.drawer;
  const pressEscape = (init: object) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, ...init }));
  document.querySelector<HTMLElement>('[data-menu-toggle]')?.click();
  pressEscape({ isComposing: true });
  expect(drawer()).toBe('open');
  pressEscape({});
  expect(drawer()).toBe('closed');
  phone.mockRestore();
});
