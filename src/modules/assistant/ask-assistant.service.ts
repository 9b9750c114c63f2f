import { ResponderFailed, type ResponderFault } from '@/adapters/responders/responder.port.ts';
import { AppError, type ErrorCode } from '@/core/errors.ts';
import { requireUser } from '@/core/policy.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { createThrottle, type Throttle } from '@/core/security/throttle.ts';

const ASKED = { tries: 20, perSeconds: 60 };

declare module '@/core/scope.ts' {
  interface Services {
    assistantPace: Throttle;
  }
}
export const createAssistantPace = ({ ticks }: Kernel) => createThrottle(ticks, ASKED);

const TIMEOUT_MS = 25_000;

const CODES: Record<ResponderFault, ErrorCode> = {
  timeout: 'ERR_ASSISTANT_SLOW',
  busy: 'ERR_ASSISTANT_BUSY',
  spent: 'ERR_ASSISTANT_SPENT',
  unreachable: 'ERR_ASSISTANT_FAILED',
  refused: 'ERR_ASSISTANT_FAILED',
  broken: 'ERR_ASSISTANT_FAILED',
  silent: 'ERR_ASSISTANT_FAILED',
  unset: 'ERR_ASSISTANT_FAILED',
};

/** Stops when the client disconnects. Throws ERR_RATE_LIMITED, ERR_ASSISTANT_*. */
export async function asked<T>(
  scope: Scope,
  signal: AbortSignal,
  work: (until: AbortSignal) => Promise<T>,
): Promise<T> {
  const { services, stopping } = scope.kernel;
  services.assistantPace.take(`${scope.companyId}:${requireUser(scope).id}`);
  try {
    return await work(AbortSignal.any([signal, stopping, AbortSignal.timeout(TIMEOUT_MS)]));
  } catch (error) {
    if (!(error instanceof ResponderFailed)) throw error;
    const { fault, detail } = error;
    if (!signal.aborted) scope.log.warn({ fault, detail }, 'the assistant did not answer');
    throw new AppError(CODES[fault], {}, { cause: error });
  }
}
