import type { After } from '@/kernel/clock.ts';
import type { Kernel } from '@/kernel/scope.ts';

declare module '@/kernel/scope.ts' {
  interface Services {
    after: After;
  }
}

/** Spec part 2 §9: the delay of the forms of sign-up and password reset. */
const STEADY_MS = 400;

/** An answer that never comes earlier, so that its time does not tell whether an address is known. */
export function steadyPause({ services }: Kernel): Promise<void> {
  return new Promise((resolve) => services.after(STEADY_MS, resolve));
}
