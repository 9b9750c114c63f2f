import { expect, test } from 'bun:test';
import type { Scope } from './scope.ts';
import { createSteps, type StepName } from './steps.ts';

const NAMES = ['one', 'other'] as unknown as [StepName, StepName];
const TX = {} as Scope;

test('steps of a name run one after the other, in the order added, and an error stops them', async () => {
  const steps = createSteps();
  const ran: string[] = [];
  const add = (name: StepName, word: string) =>
    steps.add(name, async (tx, data) => {
      await Promise.resolve();
      ran.push(`${word} ${tx === TX} ${data}`);
      if ((data as unknown) === word) throw new Error(word);
    });
  const take = (data: string) => steps.take(TX, NAMES[0], data as never);
  await take('without steps');
  for (const word of ['first', 'second', 'third']) add(NAMES[0], word);
  add(NAMES[1], 'other');
  await take('all');
  expect(ran.splice(0)).toEqual(['first true all', 'second true all', 'third true all']);
  await expect(take('second')).rejects.toThrow('second');
  expect(ran).toEqual(['first true second', 'second true second']);
});
