import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { loadTranslations } from '@/core/i18n.ts';
import { live } from '../live/live.ts';
import { people, reportTyping } from './presence.ts';
import { startPresence } from './watch-people.ts';

withDom();

const i18n = { locale: 'pt' as const, timeZone: 'UTC', t: loadTranslations().t('pt') };
const sent: unknown[] = [];
const ownSend = live.send;
let received: (data: unknown) => void = () => undefined;
const ownOn = live.on;

beforeEach(() => {
  jest.useFakeTimers();
  sent.length = 0;
  live.send = (channel, data) => {
    sent.push([channel, data]);
    return true;
  };
  live.on = (channel, handler) => {
    if (channel === 'ticketPresence') received = handler;
    return () => undefined;
  };
});
afterEach(() => {
  reportTyping(7, 'paused');
  jest.useRealTimers();
  live.send = ownSend;
  live.on = ownOn;
  people.set(new Map());
});

const header = (ticketId: number) => {
  document.body.innerHTML = `<div id="ticket-header" data-ticket-id="${ticketId}"><p data-ticket-people></p></div>`;
};
const slot = () => document.querySelector('[data-ticket-people]')?.textContent;

test('sends typing at most every 3 seconds and stops by itself', () => {
  for (let key = 0; key < 20; key += 1) reportTyping(7, 'composing');
  expect(sent).toEqual([['typing', { ticketId: 7, state: 'composing' }]]);
  jest.advanceTimersByTime(3100);
  reportTyping(7, 'composing');
  expect(sent.length).toBe(2);
  jest.advanceTimersByTime(5100);
  expect(sent.at(-1)).toEqual(['typing', { ticketId: 7, state: 'paused' }]);
  reportTyping(7, 'paused');
  expect(sent.length).toBe(3);
});

test('what was typed before the socket was ready is reported with the next key', () => {
  const open = live.send;
  live.send = () => false;
  reportTyping(7, 'composing');
  live.send = open;
  reportTyping(7, 'composing');
  expect(sent).toEqual([['typing', { ticketId: 7, state: 'composing' }]]);
});

test('reports the displayed ticket, or null when none is', () => {
  header(3);
  const stop = startPresence(1, i18n);
  expect(sent).toEqual([['viewing', { ticketId: 3 }]]);
  document.dispatchEvent(new CustomEvent('htmx:after:swap'));
  expect(sent.length).toBe(1);
  document.body.innerHTML = '';
  document.dispatchEvent(new CustomEvent('htmx:after:swap'));
  expect(sent.at(-1)).toEqual(['viewing', { ticketId: null }]);
  stop();
});

test('the header names others but not the user, typing before viewing', () => {
  header(3);
  const stop = startPresence(1, i18n);
  const notify = (...all: [id: number, name: string, state: string][]) =>
    received({ ticketId: 3, people: all.map(([id, name, state]) => ({ id, name, state })) });
  notify([1, 'Ana', 'composing'], [2, '<b>Bia</b>', 'viewing'], [4, 'Rui', 'viewing']);
  expect(slot()).toBe('<b>Bia</b> e Rui estão vendo');
  notify([2, 'Bia', 'composing'], [4, 'Rui', 'viewing']);
  expect(slot()).toBe('Bia está digitando…');
  notify([1, 'Ana', 'viewing']);
  expect(slot()).toBe('');
  expect(people.get().has(3)).toBe(false);
  stop();
});
