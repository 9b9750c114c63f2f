import { expect, test } from 'bun:test';
import type { ServerWebSocket } from 'bun';
import { createLog } from '../log.ts';
import type { UserActor } from '../scope.ts';
import { createFrameGates } from './frame-limits.ts';
import { createHub } from './hub.ts';
import { type PageSocketData, pageSockets } from './page-socket.ts';

const bia = { kind: 'user', id: 7, companyId: 1 } as UserActor;

test('a user is watching while one of their pages reports being visible', () => {
  const hub = createHub();
  const pages = pageSockets(hub, {
    gateOf: createFrameGates(() => 0),
    log: createLog('silent'),
    messages: [],
    stampOf: () => '',
  });
  const open = () => {
    const data: PageSocketData = { kind: 'page', actor: bia };
    const ws = { data, send: () => 0, close: () => undefined } as unknown as ServerWebSocket<PageSocketData>;
    pages.open?.(ws);
    const emit = (value: unknown) =>
      pages.message?.(ws, JSON.stringify({ channel: 'visible', data: value }) as never);
    return { ws, emit };
  };
  const one = open();
  const other = open();
  const seen = () => [hub.isWatched(1, 7), hub.isWatched(1, 8), hub.isWatched(2, 7)];
  expect(seen()).toEqual([false, false, false]);
  one.emit(true);
  expect(seen()).toEqual([true, false, false]);
  for (const odd of [false, 'yes', 1, null]) {
    one.emit(odd);
    expect(seen()).toEqual([false, false, false]);
  }
  other.emit(true);
  expect(seen()[0]).toBe(true);
  pages.close?.(other.ws, 1000, '');
  expect(seen()[0]).toBe(false);
});
