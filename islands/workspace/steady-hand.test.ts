import { afterEach, beforeEach, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { startSteadyHand } from './steady-hand.ts';

withDom();

let workspace: HTMLElement;
let done: string[];
let stop: () => void;

beforeEach(() => {
  done = [];
  document.body.innerHTML = `<div id="workspace">
    <div data-ticket="1"><button data-action="accept"></button></div>
    <div data-ticket="2"><button data-action="accept"></button><button data-action="resolve"></button></div>
    <div data-ticket-id="1"><button data-ticket-action="resolve"></button></div>
    <a id="other" href="#"></a></div>`;
  workspace = document.getElementById('workspace') as HTMLElement;
  stop = startSteadyHand(workspace);
  workspace.addEventListener('click', (event) => {
    const { dataset, id } = event.target as HTMLElement;
    done.push(dataset.action ?? dataset.ticketAction ?? id);
  });
});
afterEach(() => stop());

function click(selector: string, at: number, x = 100, detail = 1): void {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, clientX: x, clientY: 50, detail });
  Object.defineProperty(event, 'timeStamp', { value: at });
  workspace.querySelector(selector)?.dispatchEvent(event);
}
function move(x: number): void {
  workspace.dispatchEvent(new MouseEvent('pointermove', { bubbles: true, clientX: x, clientY: 50 }));
}

const ACCEPT_1 = '[data-ticket="1"] [data-action="accept"]';
const ACCEPT_2 = '[data-ticket="2"] [data-action="accept"]';
const RESOLVE_2 = '[data-ticket="2"] [data-action="resolve"]';

test('ignores other clicks within a second without pointer movement', () => {
  click(ACCEPT_1, 1000);
  for (const other of [RESOLVE_2, ACCEPT_2, '[data-ticket-action="resolve"]', '#other'])
    click(other, 1990, 104);
  expect(done).toEqual(['accept']);
});

test('accepts clicks after a second, elsewhere or by keyboard', () => {
  click(ACCEPT_1, 1000);
  click(RESOLVE_2, 1500, 100, 0);
  click(RESOLVE_2, 2001);
  click(ACCEPT_2, 2100, 120);
  expect(done).toEqual(['accept', 'resolve', 'resolve', 'accept']);
});

test('accepts a click after the pointer moved away and back', () => {
  click(ACCEPT_1, 1000);
  move(103);
  click(RESOLVE_2, 1200);
  move(150);
  click(RESOLVE_2, 1400);
  expect(done).toEqual(['accept', 'resolve']);
});

test('ignores clicks on what appeared under the pointer after a dialog or menu', () => {
  workspace.insertAdjacentHTML(
    'afterend',
    '<dialog open><button id="submit" type="submit"></button></dialog>',
  );
  const press = (target: Element | null, at: number) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, clientX: 100, detail: 1 });
    Object.defineProperty(event, 'timeStamp', { value: at });
    target?.dispatchEvent(event);
  };
  press(document.getElementById('submit'), 1000);
  press(workspace.querySelector(ACCEPT_1), 1200);
  expect(done).toEqual([]);
  press(workspace.querySelector(ACCEPT_1), 2300);
  expect(done).toEqual(['accept']);
});

test('treats a label and its checkbox as one control', () => {
  workspace.innerHTML = '<label><span id="word"></span><input type="checkbox"></label>';
  const received: string[] = [];
  workspace.addEventListener('click', (event) => received.push((event.target as Element).tagName));
  click('#word', 1000);
  click('input', 1001);
  expect(received.filter((tag) => tag === 'SPAN')).toEqual(['SPAN']);
  expect(received.at(-1)).toBe('INPUT');
  expect(received.length).toBeGreaterThan(1);
});

test('suppresses hover effects until the pointer moves', () => {
  click(ACCEPT_1, 2000);
  expect(workspace.dataset.still).toBe('');
  move(104);
  expect(workspace.dataset.still).toBe('');
  move(120);
  expect(workspace.dataset.still).toBeUndefined();
});
