import { connections, tickets } from '@db/tenant/schema/index.ts';
import { defineModule } from '@/kernel/module.ts';
import { createMachines } from './find-machines.ts';
import { type HealthEvents, tellHealth } from './health.events.ts';
import { leaveSilentMachines, silentMachineDueAt } from './silent-machines.ts';
import { answerTurn } from './turn/answer-turn.ts';
import { deliver } from './turn/deliver.ts';
import { waitAWhile } from './turn/pause.ts';

export const machines = defineModule<{
  events: keyof HealthEvents;
  outbox: 'machine.turn' | 'machine.pause' | 'machine.deliver';
  services: 'machines' | 'machinePauses';
}>({
  name: 'machines',
  listeners: { 'machine.health': tellHealth },
  outbox: { 'machine.turn': answerTurn, 'machine.pause': waitAWhile, 'machine.deliver': deliver },
  chores: [
    {
      name: 'silent machines',
      tables: [tickets, connections],
      dueAt: silentMachineDueAt,
      run: leaveSilentMachines,
    },
  ],
  services: { machines: createMachines, machinePauses: () => new Map() },
});
