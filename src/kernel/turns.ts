import { yieldToLoop } from './clock.ts';
import { createLanes } from './lanes.ts';
import type { Scope } from './scope.ts';

const people = createLanes(Number.POSITIVE_INFINITY);

/**
 * Work that holds the process up a little, such as a search: of one person one after the other, and what others have asked for in
 * between, however many of them they ask for at once.
 */
export function inTurn<T>({ companyId, actor }: Scope, work: () => Promise<T>): Promise<T> {
  const person = actor.kind === 'user' ? actor.id : actor.kind;
  return people.run(`${companyId}/${person}`, async () => {
    await yieldToLoop();
    return work();
  });
}
