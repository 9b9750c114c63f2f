import type { Scope } from '@/kernel/scope.ts';
import { findPromptResponder } from '@/modules/prompts/find-prompt-responder.ts';
import type { FoundResponder } from '@/responders/port.ts';
import type { ResponderKind } from './responders.schema.ts';

export type FindResponder = (scope: Scope, id: number) => Promise<FoundResponder | undefined>;

export type Responders = Record<ResponderKind, FindResponder>;

declare module '@/kernel/scope.ts' {
  interface Services {
    responders: Responders;
    /** End of a queue key's pause, in ticks, by company and outbox row. */
    responderPauses: Map<string, number>;
  }
}

const none: FindResponder = async () => undefined;

export const createResponders = (): Responders => ({
  prompt: findPromptResponder,
  integration: none,
  invoices: none,
});
