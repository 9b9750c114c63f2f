import { connections, quickMessages, users } from '@db/tenant/schema/index.ts';
import type { RuleChoices } from '@views/pages/rules/rule-fields.ts';
import { asc, isNull } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { listQueueChoices } from '@/modules/queues/queues.queries.ts';
import { listAllTags } from '@/modules/tags/tags.queries.ts';
import { isSendable } from './rule-names.queries.ts';

export async function loadRuleChoices(scope: Scope): Promise<RuleChoices> {
  const connection = scope.db
    .select({ value: connections.id, label: connections.name })
    .from(connections)
    .orderBy(asc(connections.name));
  const person = scope.db
    .select({ value: users.id, label: users.name })
    .from(users)
    .where(isNull(users.disabledAt))
    .orderBy(asc(users.name));
  const quick = scope.db
    .select({ value: quickMessages.id, label: quickMessages.shortcode })
    .from(quickMessages)
    .where(isSendable)
    .orderBy(asc(quickMessages.shortcode));
  return {
    connection: await connection,
    person: await person,
    quickMessage: (await quick).map(({ value, label }) => ({ value, label: `/${label}` })),
    queue: toOptions(await listQueueChoices(scope)),
    tag: toOptions(await listAllTags(scope)),
  };
}

const toOptions = (rows: { id: number; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }));
