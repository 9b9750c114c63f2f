import { yieldToLoop } from '../clock.ts';
import type { Scope } from '../scope.ts';
import { createKeyedLimits } from './keyed-limits.ts';

const people = createKeyedLimits(Number.POSITIVE_INFINITY);

/** One at a time for each person, so that one person's many searches do not delay the others. */
export function inTurn<T>({ companyId, actor }: Scope, work: () => Promise<T>): Promise<T> {
  const person = actor.kind === 'user' ? actor.id : actor.kind;
  return people.run(`${companyId}/${person}`, async () => {
    await yieldToLoop();
    return work();
  });
}
