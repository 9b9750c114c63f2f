import type { Scope } from './scope.ts';

/** Higher modules add their part to a transaction; throwing rolls it back. Modules extend `StepMap`. */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by declaration merging
export interface StepMap {}

export type StepName = keyof StepMap;
export type Step<K extends StepName> = (tx: Scope, data: StepMap[K]) => Promise<void>;

export type Steps = {
  add<K extends StepName>(name: K, step: Step<K>): void;
  take<K extends StepName>(tx: Scope, name: K, data: StepMap[K]): Promise<void>;
};

export function createSteps(): Steps {
  const added = new Map<string, Step<never>[]>();
  return {
    add(name, step) {
      added.set(name, [...(added.get(name) ?? []), step as Step<never>]);
    },
    async take(tx, name, data) {
      for (const step of added.get(name) ?? []) await step(tx, data as never);
    },
  };
}
