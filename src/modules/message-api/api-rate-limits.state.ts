import type { Kernel } from '@/core/scope.ts';
import { createThrottle, type Throttle } from '@/core/security/throttle.ts';
import { MESSAGES_PER_MINUTE } from './message-api.schema.ts';

/** Right tokens are never counted, except short ones, which can be guessed. */
const GUESSES = { tries: 20, perSeconds: 600 };

declare module '@/core/scope.ts' {
  interface Services {
    apiPace: Throttle;
    apiGuesses: Throttle;
  }
}
export const createApiPace = ({ ticks }: Kernel) => createThrottle(ticks, MESSAGES_PER_MINUTE);
export const createApiGuesses = ({ ticks }: Kernel) => createThrottle(ticks, GUESSES);

export const paceKey = (companyId: number, connectionId: number) => `${companyId}:${connectionId}`;
