import { connections, queues, tickets, userQueues, users } from '@db/tenant/schema/index.ts';
import type { CompanyJob } from '@/core/queue/company-jobs.ts';
import { assignmentDueAt, assignTickets } from './assign-tickets.jobs.ts';
import { closeSilentTickets, silenceDueAt } from './close-silent-tickets.jobs.ts';
import { leaveMenus, leftMenuDueAt } from './left-menus.jobs.ts';
import { transferDueAt, transferWaitingTickets } from './transfer-waiting-tickets.jobs.ts';

export const clockJobs: CompanyJob[] = [
  { name: 'left menus', tables: [tickets, connections], dueAt: leftMenuDueAt, run: leaveMenus },
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
