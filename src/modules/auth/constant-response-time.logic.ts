import type { After } from '@/core/clock.ts';
import type { Kernel } from '@/core/scope.ts';

declare module '@/core/scope.ts' {
  interface Services {
    after: After;
  }
}

/** Spec part 2 §9: the delay of the forms of sign-up and password reset. */
const STEADY_MS = 400;

/** Constant response time, so that it does not reveal whether an address is known. */
export function steadyPause({ services }: Kernel): Promise<void> {
  return new Promise((resolve) => services.after(STEADY_MS, resolve));
}
