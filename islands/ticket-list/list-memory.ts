import {
  idsOf,
  type WorkspaceFilter,
  type WorkspaceQueue,
  type WorkspaceUser,
} from '@views/parts/tickets/workspace.ts';

const keyOf = ({ companyId, id }: WorkspaceUser, what = 'queueFilter') => `${what}:${companyId}:${id}`;
const sortKeyOf = (me: WorkspaceUser) => keyOf(me, 'waitingSort');

export function rememberedQueues(me: WorkspaceUser, queues: WorkspaceQueue[]): number[] {
  const known = new Set(queues.map((queue) => queue.id));
  return idsOf(localStorage.getItem(keyOf(me))).filter((id) => known.has(id));
}

export function rememberedSort(me: WorkspaceUser): WorkspaceFilter['sort'] {
  return localStorage.getItem(sortKeyOf(me)) === 'newest' ? 'newest' : undefined;
}

export function rememberChoices(me: WorkspaceUser, { queueIds, sort }: WorkspaceFilter): void {
  try {
    localStorage.setItem(keyOf(me), JSON.stringify(queueIds));
    localStorage.setItem(sortKeyOf(me), sort ?? 'oldest');
  } catch {
    // Without storage the choices last until the page is left.
  }
}
