import { connections, queues, quickMessages, tags, users } from '@db/tenant/schema/index.ts';
import { and, eq, isNull } from 'drizzle-orm';
import { amongIds, type Statement, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { never } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import type { Action, Happening } from './rules.schema.ts';

type Kind = 'connection' | 'queue' | 'person' | 'tag' | 'quickMessage';
export type Reference = { kind: Kind; id: number };
/** Disabled users, and quick messages that are personal or inactive, count as deleted. */
export type Names = Record<Kind, Map<number, string>>;

export function referencesOf({ happening }: { happening: Happening }): (Reference & { field: string })[] {
  const { connectionId, queueId } = happening;
  return [
    ...(connectionId === null
      ? []
      : [{ kind: 'connection' as const, id: connectionId, field: 'connectionId' }]),
    ...(queueId === null ? [] : [{ kind: 'queue' as const, id: queueId, field: 'queueId' }]),
    ...(happening.type === 'tag' ? [{ kind: 'tag' as const, id: happening.tagId, field: 'tagId' }] : []),
  ];
}

export function referenceOf(action: Action): (Reference & { field: string }) | undefined {
  switch (action.type) {
    case 'queue':
      return { kind: 'queue', id: action.queueId, field: 'queueId' };
    case 'person':
      return { kind: 'person', id: action.userId, field: 'userId' };
    case 'tag':
      return { kind: 'tag', id: action.tagId, field: 'tagId' };
    case 'quickMessage':
      return { kind: 'quickMessage', id: action.quickMessageId, field: 'quickMessageId' };
    case 'note':
    case 'snooze':
      return undefined;
    default:
      return never(action);
  }
}

export async function loadNames(
  scope: Scope,
  rules: { happening: Happening; actions: Action[] }[],
): Promise<Names> {
  const wanted = rules.flatMap((rule) => [
    ...referencesOf(rule),
    ...rule.actions.flatMap((action) => referenceOf(action) ?? []),
  ]);
  const idsOf = (kind: Kind) => [...new Set(wanted.flatMap((one) => (one.kind === kind ? one.id : [])))];
  const names = async (kind: Kind) => {
    const ids = idsOf(kind);
    const rows = ids.length === 0 ? [] : await NAMED[kind](scope.db, { ids: JSON.stringify(ids) });
    return new Map(rows.map(({ id, name }) => [id, name]));
  };
  return {
    connection: await names('connection'),
    queue: await names('queue'),
    person: await names('person'),
    tag: await names('tag'),
    quickMessage: await names('quickMessage'),
  };
}

/** An agent may change a personal one, and nobody would notice what the company sends then. */
export const isSendable = and(eq(quickMessages.isGeneral, true), eq(quickMessages.status, true));

const NAMED: Record<Kind, Statement<{ id: number; name: string }[]>> = {
  connection: tenantStatement((db) =>
    db
      .select({ id: connections.id, name: connections.name })
      .from(connections)
      .where(amongIds(connections.id)),
  ),
  queue: tenantStatement((db) =>
    db.select({ id: queues.id, name: queues.name }).from(queues).where(amongIds(queues.id)),
  ),
  person: tenantStatement((db) =>
    db
      .select({ id: users.id, name: users.name })
      .from(users)
      .where(and(amongIds(users.id), isNull(users.disabledAt))),
  ),
  tag: tenantStatement((db) =>
    db.select({ id: tags.id, name: tags.name }).from(tags).where(amongIds(tags.id)),
  ),
  quickMessage: tenantStatement((db) =>
    db
      .select({ id: quickMessages.id, name: quickMessages.shortcode })
      .from(quickMessages)
      .where(and(amongIds(quickMessages.id), isSendable)),
  ),
};
