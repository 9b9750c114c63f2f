import { type DeskFilter, type DeskMe, type DeskQueue, idsOf } from '@views/parts/tickets/desk.ts';

const keyOf = ({ companyId, id }: DeskMe, what = 'queueFilter') => `${what}:${companyId}:${id}`;
const sortKeyOf = (me: DeskMe) => keyOf(me, 'waitingSort');

/** The queues this person chose last; those that are gone, or no longer his, are left out. */
export function rememberedQueues(me: DeskMe, queues: DeskQueue[]): number[] {
  const known = new Set(queues.map((queue) => queue.id));
  return idsOf(localStorage.getItem(keyOf(me))).filter((id) => known.has(id));
}

/** The order of the waiting list that this person chose last. */
export function rememberedSort(me: DeskMe): DeskFilter['sort'] {
  return localStorage.getItem(sortKeyOf(me)) === 'newest' ? 'newest' : undefined;
}

export function rememberChoices(me: DeskMe, { queueIds, sort }: DeskFilter): void {
  try {
    localStorage.setItem(keyOf(me), JSON.stringify(queueIds));
    localStorage.setItem(sortKeyOf(me), sort ?? 'oldest');
  } catch {
    // A closed storage costs the memory of the choices only.
  }
}
