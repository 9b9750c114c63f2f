import { expect, test } from 'bun:test';
import { createMoves } from './moves.ts';

test('moves are sent in turn, a refused one is reverted unless another of its entry followed, and entries are fetched at the end', async () => {
  const log: string[] = [];
  const { isPending, run } = createMoves(() => void log.push('fetched'));
  const start = (name: string, id = 1) => {
    const answer = Promise.withResolvers<void>();
    const send = () => {
      log.push(`${name} sent`);
      return answer.promise;
    };
    const done = run({ id, send, revert: () => void log.push(`${name} reverted`) }).catch(() => undefined);
    return { ...answer, done };
  };
  const [first, second, third] = [start('1'), start('2'), start('3')];
  await Promise.resolve();
  expect(log).toEqual(['1 sent']);
  first.reject();
  await first.done;
  expect([log, isPending()]).toEqual([['1 sent', '2 sent'], true]);
  second.resolve();
  await second.done;
  third.reject();
  await third.done;
  expect(log.slice(2)).toEqual(['3 sent', '3 reverted', 'fetched']);
  expect(isPending()).toBe(false);
  log.length = 0;
  const [one, other] = [start('one', 1), start('other', 2)];
  one.reject();
  await one.done;
  other.resolve();
  await other.done;
  expect(log).toEqual(['one sent', 'one reverted', 'other sent', 'fetched']);
});
