import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import { live } from '../live/live.ts';
import { attached, putEntry, recordings } from '../workspace/drafts.ts';
import { ticket } from '../workspace/fixtures.test-support.ts';
import type { Attachment } from './files/attachments.ts';
import { watchLoss } from './watch-loss.ts';

const FILES = [{ clientId: 'a' } as Attachment];
let receive: (data: unknown) => void;
let stop: () => void;
const forgetAll = () => {
  for (const store of [attached, recordings]) store.set(new Map());
};
beforeEach(() => {
  forgetAll();
  const on = spyOn(live, 'on').mockImplementation((_channel: string, listener: (data: never) => void) => {
    receive = listener as (data: unknown) => void;
    return () => undefined;
  });
  stop = watchLoss();
  on.mockRestore();
});
afterEach(() => {
  stop();
  forgetAll();
});

function asks(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
}
const leaves = (ticketId: number) => receive({ action: 'delete', ticketId });

test('asks before files or a recording are lost', () => {
  expect(asks()).toBe(false);
  putEntry(attached, 1, FILES);
  expect(asks()).toBe(true);
  putEntry(attached, 1, undefined);
  putEntry(recordings, 2, new Blob());
  expect(asks()).toBe(true);
});

test('asks nothing about files of tickets that the reader no longer sees', () => {
  putEntry(attached, 1, FILES);
  putEntry(recordings, 2, new Blob());
  leaves(1);
  expect(asks()).toBe(true);
  leaves(2);
  expect(asks()).toBe(false);
});

test('asks again when the ticket returns with its files', () => {
  putEntry(attached, 1, FILES);
  leaves(1);
  receive({ action: 'update', ticket: ticket(1) });
  expect([attached.get().get(1), asks()]).toEqual([FILES, true]);
});

test('asks about files of a ticket that other lists show', () => {
  putEntry(attached, 1, FILES);
  receive({ action: 'update', ticket: ticket(1, 0, { status: 'closed' }) });
  receive({ action: 'updateUnread', ticketId: 1 });
  expect(asks()).toBe(true);
});
