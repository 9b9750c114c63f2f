import { connections, tickets } from '@db/tenant/schema/index.ts';
import { defineModule } from '@/core/module.ts';
import { type HealthEvents, publishHealth } from './responder-health.events.ts';
import { createResponders } from './responders.state.ts';
import { leaveSilentResponders, silentResponderDueAt } from './silent-responders.jobs.ts';
import { answerTurn } from './turn/answer-turn.outbox.ts';
import { deliver } from './turn/deliver-to-hook.outbox.ts';
import { waitAWhile } from './turn/pause.outbox.ts';

export const responders = defineModule<{
  events: keyof HealthEvents;
  outbox: 'machine.turn' | 'machine.pause' | 'machine.deliver';
  services: 'responders' | 'responderPauses';
}>({
  name: 'responders',
  listeners: { 'responder.health': publishHealth },
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
