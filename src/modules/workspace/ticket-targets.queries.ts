import type { Scope } from '@/core/scope.ts';
import { canMergeContacts } from '@/modules/contacts/contacts.policy.ts';
import { listQueues } from '@/modules/queues/queues.queries.ts';
import { listAllTags } from '@/modules/tags/tags.queries.ts';
import { getTicketByUuid } from '@/modules/tickets/list/tickets.queries.ts';
import type { TicketDetail, TicketTargets } from '@/modules/tickets/tickets.views.ts';
import { type Colleague, listColleagues } from '@/modules/users/users.queries.ts';

const MAX_TAGS = 200;

/** The command bar offers these; the dialogs also find colleagues and tags beyond the first ones. Throws ERR_NO_TICKET_FOUND. */
export async function listTicketTargets(scope: Scope, uuid: string): Promise<TicketTargets> {
  const ticket = await getTicketByUuid(scope, uuid);
  const [queues, people, tags] = await Promise.all([
    listQueues(scope),
    listColleagues(scope, null),
    listAllTags(scope),
  ]);
  return {
    whatsappId: ticket.whatsappId,
    contactId: ticket.contactId,
    canMerge: canMergeContacts(scope.actor),
    queues: queues.filter(({ id }) => id !== ticket.queueId).map(({ id, name }) => ({ id, name })),
    people: people
      .filter(({ id }) => id !== ticket.userId)
      .flatMap((person) => {
        const queueId = queueFor(person, ticket);
        return queueId === undefined ? [] : [{ id: person.id, name: person.name, queueId }];
      }),
    tags: tags
      .filter(({ id }) => !ticket.tags.some((tag) => tag.id === id))
      .slice(0, MAX_TAGS)
      .map(({ id, name }) => ({ id, name })),
  };
}

/** The ticket's queue if the person answers it, else the person's first one. */
function queueFor({ queues }: Colleague, ticket: TicketDetail): number | undefined {
  return (queues.find(({ id }) => id === ticket.queueId) ?? queues[0])?.id;
}
