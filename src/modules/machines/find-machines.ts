import type { Scope } from '@/kernel/scope.ts';
import type { FoundMachine } from '@/machines/port.ts';
import { findPromptMachine } from '@/modules/prompts/find-prompt-machine.ts';
import type { MachineKind } from './machines.schema.ts';

/** Undefined when there is none, or the company may not use it. */
export type FindMachine = (scope: Scope, id: number) => Promise<FoundMachine | undefined>;

export type Machines = Record<MachineKind, FindMachine>;

declare module '@/kernel/scope.ts' {
  interface Services {
    machines: Machines;
    /** Until when a line pauses, in ticks, by company and outbox row. */
    machinePauses: Map<string, number>;
  }
}

const none: FindMachine = async () => undefined;

/** The modules below say how theirs are found. */
export const createMachines = (): Machines => ({
  prompt: findPromptMachine,
  integration: none,
  invoices: none,
});
