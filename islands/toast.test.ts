import { expect, spyOn, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { showToast, startToasts } from './toast.ts';

withDom();

const cards = (inside = 'body > #toasts') => [
  ...document.querySelectorAll<HTMLElement>(`${inside} > .toast-card`),
];

test('a toast shows its text as text, and goes when it is clicked', () => {
  showToast({ level: 'success', text: '<img src=x onerror=alert(1)>' });
  expect(cards().map((card) => card.textContent)).toEqual(['<img src=x onerror=alert(1)>']);
  expect(document.querySelector('img')).toBeNull();
  expect(document.getElementById('toasts')?.getAttribute('aria-live')).toBe('polite');
  cards()[0]?.click();
  expect(cards()).toEqual([]);
});

test('over a modal dialog the toasts are inside it, where they can be reached', () => {
  document.body.innerHTML = '<div id="toasts"></div><dialog open></dialog>';
  showToast({ level: 'info', text: 'one' });
  expect(cards('dialog > #toasts')).toHaveLength(1);
  expect(document.querySelectorAll('#toasts')).toHaveLength(1);
});

test('the event of a reply becomes a toast; a strange level is an error, an empty text nothing', () => {
  startToasts();
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

test('ten calls that fail for one reason say it once; good news are said each time', () => {
  for (let times = 0; times < 10; times += 1) showToast({ level: 'error', text: 'Sem conexão' });
  for (let times = 0; times < 2; times += 1) showToast({ level: 'success', text: 'Salvo' });
  expect(cards().map((card) => card.textContent)).toEqual(['Sem conexão', 'Salvo', 'Salvo']);
});

test('what is told to all pages comes in the language of each', () => {
  document.documentElement.lang = 'pt-BR';
  const text = { pt: 'A campanha parou', en: 'The campaign stopped' };
  const detail = { level: 'warning', text };
  document.dispatchEvent(new CustomEvent('refresh:toast', { detail }));
  expect(cards().at(-1)?.textContent).toBe('A campanha parou');
  expect(cards().at(-1)?.className).toContain('tone-warning');
  cards().at(-1)?.click();
});

test('what can be undone has a button for it', async () => {
  document.body.dataset.textUndo = 'Desfazer';
  const asked: unknown[] = [];
  Object.assign(window, { htmx: { ajax: async (...call: unknown[]) => void asked.push(call) } });
  showToast({ level: 'success', text: '3 resolvidos', undo: 'a/b' });
  const button = cards().at(-1)?.querySelector('button');
  expect(button?.textContent).toBe('Desfazer');
  button?.click();
  expect(asked).toEqual([['POST', '/undo/a%2Fb', { source: 'body', swap: 'none' }]]);
  expect(cards()).toEqual([]);
});

test('refusals and good news stand two seconds, the rest three, what can be undone eight', () => {
  const waits = spyOn(globalThis, 'setTimeout').mockImplementation((() => 0) as never);
  for (const level of ['error', 'success', 'info', 'warning'] as const) showToast({ level, text: 'x' });
  showToast({ level: 'error', text: 'y', undo: 'token' });
  expect(waits.mock.calls.map(([, ms]) => ms)).toEqual([2000, 2000, 3000, 3000, 8000]);
  waits.mockRestore();
});
