import { connections, queues, tickets, userQueues, users } from '@db/tenant/schema/index.ts';
import type { Chore } from '@/kernel/chores.ts';
import { assignmentDueAt, assignTickets } from './assign-tickets.ts';
import { closeSilentTickets, silenceDueAt } from './close-silent-tickets.ts';
import { transferDueAt, transferWaitingTickets } from './transfer-waiting-tickets.ts';

export const clockChores: Chore[] = [
  { name: 'silence', tables: [tickets, connections], dueAt: silenceDueAt, run: closeSilentTickets },
  {
    name: 'transfer',
    tables: [tickets, connections, queues],
    dueAt: transferDueAt,
    run: transferWaitingTickets,
  },
  {
    name: 'assignment',
    tables: [tickets, queues, users, userQueues],
    dueAt: assignmentDueAt,
    run: assignTickets,
  },
];
