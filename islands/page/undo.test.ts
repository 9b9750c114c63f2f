import { afterEach, beforeAll, expect, spyOn, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { awaitOffer, pressUndo, showToast } from './toast.ts';
import { startUndo } from './undo.ts';

withDom();

beforeAll(startUndo);

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

type Answer = 'lost' | number;

function serverThat(...answers: Answer[]): string[] {
  const asked: string[] = [];
  const answer = async (address: string) => {
    asked.push(address);
    const next = answers.length > 1 ? answers.shift() : answers[0];
    if (next === 'lost') throw new TypeError('Failed to fetch');
    const toast = { level: 'success', text: 'Desfeito.' };
    return new Response(null, { status: next ?? 500, headers: { 'HX-Trigger': JSON.stringify({ toast }) } });
  };
  globalThis.fetch = answer as unknown as typeof fetch;
  return asked;
}

const offer = (undo: string, onUndone?: () => void) =>
  showToast({ level: 'success', text: `Resolvido ${undo}`, undo, ...(onUndone && { onUndone }) });
const cards = () => [...document.querySelectorAll<HTMLElement>('.toast-card')];
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('an undo pressed while the line is down waits for it, is sent once and keeps its card until then', async () => {
  const asked = serverThat('lost', 502, 204);
  let returned = 0;
  offer('a', () => {
    returned += 1;
  });
  const told: unknown[] = [];
  document.addEventListener('toast', (event) => told.push((event as CustomEvent).detail), { once: true });
  expect(pressUndo()).toBe(true);
  expect(pressUndo()).toBe(false);
  for (const times of [1, 2]) {
    await settled();
    expect([asked.length, returned, cards()[0]?.ariaBusy]).toEqual([times, 0, 'true']);
    document.dispatchEvent(new CustomEvent('refresh:ready'));
  }
  await settled();
  expect(asked).toEqual(['/undo/a', '/undo/a', '/undo/a']);
  expect([returned, cards(), told]).toEqual([1, [], [{ level: 'success', text: 'Desfeito.' }]]);
});

test('the card of an undo on its way outlives its time', async () => {
  const waits = spyOn(globalThis, 'setTimeout').mockImplementation((() => 0) as never);
  serverThat('lost');
  offer('a');
  pressUndo();
  waits.mock.calls[0]?.[0]();
  expect(cards()).toHaveLength(1);
  waits.mockRestore();
  // Otherwise it would ask for ever, also in the files that are tested after this one.
  serverThat(204);
  await settled();
  document.dispatchEvent(new CustomEvent('refresh:ready'));
  await settled();
  expect(cards()).toEqual([]);
});

test('an undo pressed before the answer of a change takes that change back, not the former one', async () => {
  const asked = serverThat(204);
  offer('former');
  const settle = awaitOffer();
  expect(pressUndo()).toBe(true);
  expect(asked).toEqual([]);
  expect(settle(offer('latest'))).toBe(true);
  await settled();
  expect(asked).toEqual(['/undo/latest']);
  expect(cards().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('former')]);
});

test('of two changes under way the later one is taken back', async () => {
  const asked = serverThat(204);
  const [first, second] = [awaitOffer(), awaitOffer()];
  pressUndo();
  expect([first(offer('first')), second(offer('second'))]).toEqual([false, true]);
  await settled();
  expect(asked).toEqual(['/undo/second']);
});

test('an undo pressed for a change that is refused takes nothing back', async () => {
  const asked = serverThat(204);
  offer('former');
  const settle = awaitOffer();
  pressUndo();
  settle();
  offer('later');
  await settled();
  expect([asked, cards().length]).toEqual([[], 2]);
});
