import { afterEach, beforeEach, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { openTicketByUuid } from './open-ticket.ts';

withDom();

let went: string[];
let own: PropertyDescriptor | undefined;

beforeEach(() => {
  went = [];
  own = Object.getOwnPropertyDescriptor(globalThis, 'location');
  const value = { assign: (path: string) => void went.push(path) };
  Object.defineProperty(globalThis, 'location', { configurable: true, value });
});
afterEach(() => {
  if (own) Object.defineProperty(globalThis, 'location', own);
});

test('a desk that listens opens the ticket in its place', () => {
  const heard: (string | undefined)[] = [];
  const click = (event: MouseEvent) => {
    event.preventDefault();
    heard.push((event.target as HTMLElement).dataset.open);
  };
  document.addEventListener('click', click);
  openTicketByUuid('abc');
  document.removeEventListener('click', click);
  expect([heard, went]).toEqual([['abc'], []]);
});

test('a desk that does not listen yet loses no ticket: its page is loaded', () => {
  document.body.innerHTML = '<div id="desk-pane"></div>';
  openTicketByUuid('abc');
  expect(went).toEqual(['/tickets/abc']);
});
