import { afterEach, beforeEach, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { startSteadyHand } from './steady-hand.ts';

withDom();

let desk: HTMLElement;
let done: string[];
let stop: () => void;

beforeEach(() => {
  done = [];
  document.body.innerHTML = `<div id="desk">
    <div data-ticket="1"><button data-action="accept"></button></div>
    <div data-ticket="2"><button data-action="accept"></button><button data-action="resolve"></button></div>
    <div data-ticket-id="1"><button data-ticket-action="resolve"></button></div>
    <a id="other" href="#"></a></div>`;
  desk = document.getElementById('desk') as HTMLElement;
  stop = startSteadyHand(desk);
  desk.addEventListener('click', (event) => {
    const { dataset, id } = event.target as HTMLElement;
    done.push(dataset.action ?? dataset.ticketAction ?? id);
  });
});
afterEach(() => stop());

function click(selector: string, at: number, x = 100, detail = 1): void {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, clientX: x, clientY: 50, detail });
  Object.defineProperty(event, 'timeStamp', { value: at });
  desk.querySelector(selector)?.dispatchEvent(event);
}
function move(x: number): void {
  desk.dispatchEvent(new MouseEvent('pointermove', { bubbles: true, clientX: x, clientY: 50 }));
}

const ACCEPT_1 = '[data-ticket="1"] [data-action="accept"]';
const ACCEPT_2 = '[data-ticket="2"] [data-action="accept"]';
const RESOLVE_2 = '[data-ticket="2"] [data-action="resolve"]';

test('within a second under a still pointer nothing else happens', () => {
  click(ACCEPT_1, 1000);
  for (const other of [RESOLVE_2, ACCEPT_2, '[data-ticket-action="resolve"]', '#other'])
    click(other, 1990, 104);
  expect(done).toEqual(['accept']);
});

test('a second later, or somewhere else, or by a key it does', () => {
  click(ACCEPT_1, 1000);
  click(RESOLVE_2, 1500, 100, 0);
  click(RESOLVE_2, 2001);
  click(ACCEPT_2, 2100, 120);
  expect(done).toEqual(['accept', 'resolve', 'resolve', 'accept']);
});

test('a pointer that went away and came back means it', () => {
  click(ACCEPT_1, 1000);
  move(103);
  click(RESOLVE_2, 1200);
  move(150);
  click(RESOLVE_2, 1400);
  expect(done).toEqual(['accept', 'resolve']);
});

test('nor what a closing window or an opening menu left under it, in the desk or beside it', () => {
  desk.insertAdjacentHTML('afterend', '<dialog open><button id="submit" type="submit"></button></dialog>');
  const press = (target: Element | null, at: number) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, clientX: 100, detail: 1 });
    Object.defineProperty(event, 'timeStamp', { value: at });
    target?.dispatchEvent(event);
  };
  press(document.getElementById('submit'), 1000);
  press(desk.querySelector(ACCEPT_1), 1200);
  expect(done).toEqual([]);
  press(desk.querySelector(ACCEPT_1), 2300);
  expect(done).toEqual(['accept']);
});

test('a label and its box are one control: the browser presses the box after the label', () => {
  desk.innerHTML = '<label><span id="word"></span><input type="checkbox"></label>';
  const heard: string[] = [];
  desk.addEventListener('click', (event) => heard.push((event.target as Element).tagName));
  click('#word', 1000);
  click('input', 1001);
  expect(heard.filter((tag) => tag === 'SPAN')).toEqual(['SPAN']);
  expect(heard.at(-1)).toBe('INPUT');
  expect(heard.length).toBeGreaterThan(1);
});

test('what shows itself on hover waits until the pointer moves', () => {
  click(ACCEPT_1, 2000);
  expect(desk.dataset.still).toBe('');
  move(104);
  expect(desk.dataset.still).toBe('');
  move(120);
  expect(desk.dataset.still).toBeUndefined();
});
