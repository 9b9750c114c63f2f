import { type DeskMe, type DeskQueue, idsOf } from '@views/parts/tickets/desk.ts';

const keyOf = ({ companyId, id }: DeskMe) => `queueFilter:${companyId}:${id}`;

/** The queues this person chose last; those that are gone, or no longer his, are left out. */
export function rememberedQueues(me: DeskMe, queues: DeskQueue[]): number[] {
  const known = new Set(queues.map((queue) => queue.id));
  return idsOf(localStorage.getItem(keyOf(me))).filter((id) => known.has(id));
}

export function rememberQueues(me: DeskMe, queueIds: number[]): void {
  try {
    localStorage.setItem(keyOf(me), JSON.stringify(queueIds));
  } catch {
    // A closed storage costs the memory of the filter only.
  }
}
