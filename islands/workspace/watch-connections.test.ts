import { expect, spyOn, test } from 'bun:test';
import { api } from '../http/api.ts';
import { live } from '../live/live.ts';
import { knownConnections } from './connections.ts';
import { watchConnections } from './watch-connections.ts';

test('events received during the request override its response', async () => {
  const line = (id: number, status: string) => ({ id, name: `Linha ${id}`, status });
  const { promise: answer, resolve } = Promise.withResolvers<unknown>();
  const receives: Record<string, (data: unknown) => void> = {};
  const spies = [
    spyOn(api, 'get').mockImplementation(() => answer as never),
    spyOn(live, 'isOnline').mockReturnValue(true),
    spyOn(live, 'on').mockImplementation((word: string, listener: (data: never) => void) => {
      receives[word] = listener as (data: unknown) => void;
      return () => undefined;
    }),
  ];
  const stop = watchConnections();
  receives.whatsappSession?.({ action: 'update', session: line(1, 'DISCONNECTED') });
  resolve([line(1, 'CONNECTED'), line(2, 'CONNECTED')]);
  await answer;
  await Promise.resolve();
  expect([...knownConnections.get()].map(([id, { status }]) => [id, status])).toEqual([
    [1, 'DISCONNECTED'],
    [2, 'CONNECTED'],
  ]);
  stop();
  for (const spy of spies) spy.mockRestore();
});
