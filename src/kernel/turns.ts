import { yieldToLoop } from './clock.ts';
import { createLanes } from './lanes.ts';
import type { Scope } from './scope.ts';

const people = createLanes(Number.POSITIVE_INFINITY);

/**
 * For work that blocks the process for a moment, such as a search: one at a time for each person, so that one
 * person's many requests do not delay the others.
 */
export function inTurn<T>({ companyId, actor }: Scope, work: () => Promise<T>): Promise<T> {
  const person = actor.kind === 'user' ? actor.id : actor.kind;
  return people.run(`${companyId}/${person}`, async () => {
    await yieldToLoop();
    return work();
  });
}
