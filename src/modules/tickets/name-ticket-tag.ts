import { tags } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { searchable } from '@/kernel/db/search.ts';
import { InvalidInput } from '@/kernel/errors.ts';
import type { Scope } from '@/kernel/scope.ts';
import { TagInput } from '@/modules/tags/tags.schema.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { listTagIds, syncTicketTags } from './ticket-tags.service.ts';
import type { TicketDetail } from './tickets.schema.ts';

/**
 * Puts the tag of this name on a ticket, and makes it when there is none; its colour comes from the palette.
 * Throws InvalidInput on `name` for one that is too short to make.
 */
export function nameTicketTag(
  scope: Scope,
  { ticketId, name, palette }: { ticketId: number; name: string; palette: readonly string[] },
): Promise<TicketDetail> {
  return scope.write(async (tx) => {
    const tagId = (await findTagId(tx, name)) ?? (await makeTag(tx, name, palette));
    const ids = await listTagIds(tx, ticketId);
    return sync(tx, ticketId, [...ids, tagId]);
  });
}

export function removeTicketTag(
  scope: Scope,
  { ticketId, tagId }: { ticketId: number; tagId: number },
): Promise<TicketDetail> {
  return scope.write(async (tx) => {
    const ids = await listTagIds(tx, ticketId);
    return sync(
      tx,
      ticketId,
      ids.filter((id) => id !== tagId),
    );
  });
}

function sync(tx: Scope, ticketId: number, ids: number[]): Promise<TicketDetail> {
  return syncTicketTags(tx, { ticketId, tags: ids.map((id) => ({ id })) });
}

async function findTagId(tx: Scope, name: string): Promise<number | undefined> {
  return (await tx.db.query.tags.findFirst({ where: eq(tags.searchName, searchable(name)) }))?.id;
}

async function makeTag(tx: Scope, name: string, palette: readonly string[]): Promise<number> {
  // The same name always gets the same colour.
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  const input = TagInput.safeParse({ name, color: palette[sum % palette.length] });
  if (!input.success)
    throw new InvalidInput({ name: input.error.issues[0]?.message ?? 'validation:invalid' });
  return (await createTag(tx, input.data)).id;
}
