import { connections, tickets } from '@db/tenant/schema/index.ts';
import { defineModule } from '@/kernel/module.ts';
import { createResponders } from './find-responders.ts';
import { type HealthEvents, publishHealth } from './health.events.ts';
import { leaveSilentResponders, silentResponderDueAt } from './silent-responders.ts';
import { answerTurn } from './turn/answer-turn.ts';
import { deliver } from './turn/deliver.ts';
import { waitAWhile } from './turn/pause.ts';

export const responders = defineModule<{
  events: keyof HealthEvents;
  outbox: 'machine.turn' | 'machine.pause' | 'machine.deliver';
  services: 'responders' | 'responderPauses';
}>({
  name: 'responders',
  listeners: { 'machine.health': publishHealth },
  outbox: { 'machine.turn': answerTurn, 'machine.pause': waitAWhile, 'machine.deliver': deliver },
  companyJobs: [
    {
      name: 'silent machines',
      tables: [tickets, connections],
      dueAt: silentResponderDueAt,
      run: leaveSilentResponders,
    },
  ],
  services: { responders: createResponders, responderPauses: () => new Map() },
});
