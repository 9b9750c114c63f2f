import type { FoundResponder } from '@/adapters/responders/responder.port.ts';
import type { Scope } from '@/core/scope.ts';
import { findPromptResponder } from '@/modules/prompts/find-prompt-responder.queries.ts';
import type { ResponderKind } from './responders.schema.ts';

export type FindResponder = (scope: Scope, id: number) => Promise<FoundResponder | undefined>;

export type Responders = Record<ResponderKind, FindResponder>;

declare module '@/core/scope.ts' {
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
