import { expect, test } from 'bun:test';
import type { Scope } from '../scope.ts';
import { inTurn } from './one-per-person.ts';

const scopeOf = (id: number) => ({ companyId: 1, actor: { kind: 'user', id } }) as unknown as Scope;

test('runs a user’s searches in sequence with others in between', async () => {
  const done: string[] = [];
  const search = (person: number, name: string) =>
    inTurn(scopeOf(person), async () => {
      done.push(`${name} begins`);
      await Promise.resolve();
      done.push(`${name} ends`);
    });
  const greedy = Array.from({ length: 20 }, (_, n) => search(1, `a${n}`));
  const other = search(2, 'b');
  const request = new Promise<void>((resolve) => setImmediate(() => resolve(void done.push('a request'))));
  await Promise.all([...greedy, other, request]);
  expect(done.indexOf('b ends')).toBeLessThan(done.indexOf('a1 begins'));
  expect(done.indexOf('a request')).toBeLessThan(done.indexOf('a1 begins'));
  const ofOne = done.filter((line) => line.startsWith('a') && line !== 'a request');
  expect(ofOne).toEqual(Array.from({ length: 20 }, (_, n) => [`a${n} begins`, `a${n} ends`]).flat());
});

test('a failing search does not block the next', async () => {
  await expect(inTurn(scopeOf(1), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await inTurn(scopeOf(1), async () => 'yes')).toBe('yes');
});
