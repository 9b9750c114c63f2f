import { expect, test } from 'bun:test';
import { createTestApp } from '@test/support/deps.ts';
import { turnsOf } from '@test/support/loop-turns.ts';
import { changeMany } from './bulk.service.ts';

test('a change of many tickets leaves the event loop to others after each, its events after every tenth', async () => {
  const testApp = await createTestApp();
  const ids = Array.from({ length: 40 }, (_, index) => 9_000 + index);
  const bia = await testApp.scopeOf('bia');
  expect(await turnsOf(() => changeMany(bia, { action: 'close', ids }))).toBeGreaterThanOrEqual(40);
  const events = ids.map((ticketId) => ({ type: 'ticket.updated' as const, data: { ticketId } }));
  expect(await turnsOf(() => testApp.kernel.bus.publish(bia, events))).toBeGreaterThanOrEqual(4);
  await testApp.stop();
});
