import { yieldToLoop } from '@/core/clock.ts';
import type { Scope } from '@/core/scope.ts';
import { wantCheck } from '../check/request-check.service.ts';
import { addPeople, type NewPerson } from './add-people.service.ts';

export const PEOPLE_AT_ONCE = 500;

export type Poured = NewPerson & { id: number };

/** In steps, yielding to other work; `next` returns those after an id. Returns how many were new to the list. */
export async function pourInto(
  scope: Scope,
  contactListId: number,
  next: (after: number) => Promise<Poured[]>,
): Promise<number> {
  let added = 0;
  for (let after = 0; ; ) {
    const people = await next(after);
    const last = people.at(-1);
    if (!last) return added;
    added += await scope.write(async (tx) => {
      const made = (await addPeople(tx, contactListId, people)).filter((id) => id !== null);
      if (people.some(({ isOnWhatsapp }) => isOnWhatsapp === null)) await wantCheck(tx, contactListId);
      tx.emit('contact-list.reloaded', { contactListId, itemIds: [] });
      return made.length;
    });
    after = last.id;
    await yieldToLoop();
  }
}
