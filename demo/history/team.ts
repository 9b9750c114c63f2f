import { connections, queues, tags, users } from '@db/tenant/schema/index.ts';
import type { Scope } from '@/core/scope.ts';
import type { Topic } from './talk/lines.ts';

/** Ids of what the company has, by name; users by their e-mail addresses. */
export type Team = {
  queues: Record<string, number>;
  tags: Record<string, number>;
  connections: Record<string, number>;
  users: Record<string, number>;
};

export async function loadTeam({ db }: Scope): Promise<Team> {
  const idsOf = async (table: typeof queues | typeof tags | typeof connections) =>
    Object.fromEntries(
      (await db.select({ id: table.id, name: table.name }).from(table)).map(({ id, name }) => [name, id]),
    );
  const people = await db.select({ id: users.id, email: users.email }).from(users);
  return {
    queues: await idsOf(queues),
    tags: await idsOf(tags),
    connections: await idsOf(connections),
    users: Object.fromEntries(people.map(({ id, email }) => [email, id])),
  };
}

type Worker = { email: string; name: string; share: number };

/** The people of each queue, and how much of it each does. */
export const WORKERS: Record<Topic['queue'], Worker[]> = {
  Vendas: [
    { email: 'bia@aurora.example', name: 'Bia', share: 6 },
    { email: 'rui@aurora.example', name: 'Rui', share: 2 },
    { email: 'ana@aurora.example', name: 'Ana', share: 1 },
    { email: 'duda@aurora.example', name: 'Duda', share: 1 },
  ],
  Suporte: [
    { email: 'caio@aurora.example', name: 'Caio', share: 6 },
    { email: 'rui@aurora.example', name: 'Rui', share: 2 },
    { email: 'duda@aurora.example', name: 'Duda', share: 1 },
  ],
  Financeiro: [
    { email: 'duda@aurora.example', name: 'Duda', share: 4 },
    { email: 'ana@aurora.example', name: 'Ana', share: 1 },
  ],
};

export function weighted<T>(list: readonly T[], weightOf: (one: T) => number, chance: number): T {
  let left = chance * list.reduce((sum, one) => sum + weightOf(one), 0);
  for (const one of list) {
    left -= weightOf(one);
    if (left < 0) return one;
  }
  throw new Error('nothing to choose from');
}
