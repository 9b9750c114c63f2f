import { beforeAll, expect, spyOn, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { showToast, startToasts } from './toast.ts';
import { startUndo } from './undo.ts';

withDom();

beforeAll(() => {
  document.body.innerHTML = '<div id="toasts"></div>';
  startUndo();
  startToasts();
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

const cards = (inside = 'body > #toasts') => [
  ...document.querySelectorAll<HTMLElement>(`${inside} > .toast-card`),
];

test('sets the height of the toasts only while there is one', async () => {
  expect(document.body.style.getPropertyValue('--toasts')).toBe('');
  showToast({ level: 'info', text: 'one' });
  await settled();
  expect(document.body.style.getPropertyValue('--toasts')).toBe('0px');
  cards()[0]?.click();
});

test('shows text escaped and closes on click', () => {
  showToast({ level: 'success', text: '<img src=x onerror=alert(1)>' });
  expect(cards().map((card) => card.textContent)).toEqual(['<img src=x onerror=alert(1)>']);
  expect(document.querySelector('img')).toBeNull();
  expect(document.getElementById('toasts')?.getAttribute('aria-live')).toBe('polite');
  cards()[0]?.click();
  expect(cards()).toEqual([]);
});

test('moves the toasts into an open modal dialog', () => {
  document.body.innerHTML = '<div id="toasts"></div><dialog open></dialog>';
  showToast({ level: 'info', text: 'one' });
  expect(cards('dialog > #toasts')).toHaveLength(1);
  expect(document.querySelectorAll('#toasts')).toHaveLength(1);
});

test('shows a toast event, maps unknown levels to error and ignores empty text', () => {
  for (const detail of [
    { level: 'warning', text: 'a' },
    { level: '" onclick="', text: 'b' },
    { level: 'info' },
    null,
  ]) {
    document.dispatchEvent(new CustomEvent('toast', { detail }));
  }
  expect(cards().map((card) => card.className)).toEqual(['toast-card tone-warning', 'toast-card tone-error']);
});

test('shows repeated errors once and repeated successes each time', () => {
  for (let times = 0; times < 10; times += 1) showToast({ level: 'error', text: 'Sem conexão' });
  for (let times = 0; times < 2; times += 1) showToast({ level: 'success', text: 'Salvo' });
  expect(cards().map((card) => card.textContent)).toEqual(['Sem conexão', 'Salvo', 'Salvo']);
});

test('broadcast toasts use the language of each page', () => {
  document.documentElement.lang = 'pt-BR';
  const text = { pt: 'A campanha parou', en: 'The campaign stopped' };
  const detail = { level: 'warning', text };
  document.dispatchEvent(new CustomEvent('refresh:toast', { detail }));
  expect(cards().at(-1)?.textContent).toBe('A campanha parou');
  expect(cards().at(-1)?.className).toContain('tone-warning');
  cards().at(-1)?.click();
});

test('shows an undo button when an undo is possible', async () => {
  document.body.dataset.textUndo = 'Desfazer';
  showToast({ level: 'success', text: '3 resolvidos', undo: 'a/b' });
  const button = cards().at(-1)?.querySelector('button');
  expect(button?.textContent).toBe('DesfazerShift Z');
  const request = spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  button?.click();
  expect(request.mock.calls.map(([address, init]) => [address, init?.method])).toEqual([
    ['/undo/a%2Fb', 'POST'],
  ]);
  await settled();
  expect(cards()).toEqual([]);
  request.mockRestore();
});

test('what was left is returned to when the undo succeeds, not when it is refused', async () => {
  let returned = 0;
  const onUndone = () => {
    returned += 1;
  };
  for (const [status, times] of [
    [410, 0],
    [204, 1],
  ] as const) {
    const request = spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status }));
    showToast({ level: 'success', text: 'Resolvido', undo: 'a', onUndone });
    cards().at(-1)?.querySelector('button')?.click();
    await settled();
    expect(returned).toBe(times);
    request.mockRestore();
  }
});

test('toasts last 3 seconds, those that can be undone 8', () => {
  const waits = spyOn(globalThis, 'setTimeout').mockImplementation((() => 0) as never);
  for (const level of ['error', 'success', 'info', 'warning'] as const) showToast({ level, text: 'x' });
  showToast({ level: 'error', text: 'y', undo: 'token' });
  expect(waits.mock.calls.map(([, ms]) => ms)).toEqual([3000, 3000, 3000, 3000, 8000]);
  waits.mockRestore();
});
