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

test('a listening workspace opens the ticket without a page load', () => {
  const received: (string | undefined)[] = [];
  const click = (event: MouseEvent) => {
    event.preventDefault();
    received.push((event.target as HTMLElement).dataset.open);
  };
  document.addEventListener('click', click);
  openTicketByUuid('abc');
  document.removeEventListener('click', click);
  expect([received, went]).toEqual([['abc'], []]);
});

test('loads the ticket page when the workspace is not listening yet', () => {
  document.body.innerHTML = '<div id="workspace-pane"></div>';
  openTicketByUuid('abc');
  expect(went).toEqual(['/tickets/abc']);
});
