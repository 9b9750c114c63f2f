import { expect, test } from 'bun:test';
import { createReachable } from './reachable.ts';

function app() {
  const asked: PromiseWithResolvers<boolean>[] = [];
  const waits: (() => void)[] = [];
  const { isReachable, confirm, check } = createReachable({
    answers: () => {
      const answer = Promise.withResolvers<boolean>();
      asked.push(answer);
      return answer.promise;
    },
    wait: (_ms, then) => void waits.push(then),
  });
  const shown: boolean[] = [];
  isReachable.subscribe(() => shown.push(isReachable.get()));
  const answer = async (at: number, is: boolean) => {
    asked[at]?.resolve(is);
    await asked[at]?.promise;
    await Promise.resolve();
  };
  return { isReachable, confirm, check, shown, asked, waits, answer };
}

test('a closed socket alone is no outage: only a server that does not answer is', async () => {
  const { check, shown, answer, waits } = app();
  check();
  await answer(0, true);
  expect([shown, waits.length]).toEqual([[], 0]);
  check();
  await answer(1, false);
  expect(shown).toEqual([false]);
});

test('an outage is over with the first answer, without a socket and without an event of the browser', async () => {
  const { check, shown, answer, waits, asked } = app();
  check();
  await answer(0, false);
  waits[0]?.();
  await answer(1, false);
  waits[1]?.();
  await answer(2, true);
  expect([shown, asked.length, waits.length]).toEqual([[false, true], 3, 2]);
});

test('an answer that is overtaken says nothing', async () => {
  const { check, confirm, shown, answer, waits, asked } = app();
  check();
  confirm();
  await answer(0, false);
  expect(shown).toEqual([]);
  check();
  check();
  await answer(2, true);
  await answer(1, false);
  expect([shown, waits.length]).toEqual([[], 0]);

  check();
  await answer(3, false);
  confirm();
  waits[0]?.();
  expect([shown, asked.length]).toEqual([[false, true], 4]);
});
