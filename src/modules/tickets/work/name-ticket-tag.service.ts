import { tags } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { searchable } from '@/core/db/search.ts';
import { InvalidInput } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { TagInput } from '@/modules/tags/tags.schema.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import type { TicketDetail } from '../tickets.views.ts';
import type { TicketTagForm } from './ticket-forms.schema.ts';
import { listTagIds, syncTicketTags } from './ticket-tags.service.ts';

type Named = TicketTagForm & { ticketId: number; palette: readonly string[] };

export type NamedTag = { ticket: TicketDetail; madeTagIds: number[] };

/** A new tag needs `create`. Throws ERR_NO_TAG_FOUND, and InvalidInput on `name` for an unknown or invalid one. */
export function nameTicketTag(
  scope: Scope,
  { ticketId, tagId, name, create, palette }: Named,
): Promise<NamedTag> {
  return scope.write(async (tx) => {
    const found = tagId ?? (await findTagId(tx, name));
    if (found === undefined && !create) throw new InvalidInput({ name: 'ticketDialogs:tags.unknown' });
    const added = found ?? (await makeTag(tx, name, palette));
    const ids = await listTagIds(tx, ticketId);
    const ticket = await sync(tx, ticketId, [...ids, added]);
    return { ticket, madeTagIds: found === undefined ? [added] : [] };
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
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  const input = TagInput.safeParse({ name, color: palette[sum % palette.length] });
  if (!input.success)
    throw new InvalidInput({ name: input.error.issues[0]?.message ?? 'validation:invalid' });
  return (await createTag(tx, input.data)).id;
}
