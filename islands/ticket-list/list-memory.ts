import { type DeskFilter, type DeskMe, type DeskQueue, idsOf } from '@views/parts/tickets/desk.ts';

const keyOf = ({ companyId, id }: DeskMe, what = 'queueFilter') => `${what}:${companyId}:${id}`;
const sortKeyOf = (me: DeskMe) => keyOf(me, 'waitingSort');

export function rememberedQueues(me: DeskMe, queues: DeskQueue[]): number[] {
  const known = new Set(queues.map((queue) => queue.id));
  return idsOf(localStorage.getItem(keyOf(me))).filter((id) => known.has(id));
}

export function rememberedSort(me: DeskMe): DeskFilter['sort'] {
  return localStorage.getItem(sortKeyOf(me)) === 'newest' ? 'newest' : undefined;
}

export function rememberChoices(me: DeskMe, { queueIds, sort }: DeskFilter): void {
  try {
    localStorage.setItem(keyOf(me), JSON.stringify(queueIds));
    localStorage.setItem(sortKeyOf(me), sort ?? 'oldest');
  } catch {
    // Without storage the choices last until the page is left.
  }
}
