import { InvalidInput } from './errors.ts';
import {
  FetchRefused,
  parseAddress,
  type RefusedBecause,
  refusalOf,
  type SafeNetwork,
} from './safe-fetch.ts';
import type { Kernel, Scope } from './scope.ts';

declare module './scope.ts' {
  interface Services {
    /** Through which `safeCall` goes. */
    callable: SafeNetwork;
  }
}

/** Words of why an address that somebody typed would not be called, or is not; undefined for one that is, and for none. */
export function notCalled({ services }: Kernel, address: string | undefined): string | undefined {
  const refusal = address ? refusalBefore(services.callable, address) : undefined;
  return refusal && `validation:notCalled.${refusal}`;
}

/** What is stored already stays, so that the rest of its form can be saved. Throws InvalidInput on `field`. */
export function requireCallable(
  { kernel }: Scope,
  field: string,
  address: string | undefined,
  stored?: string,
): void {
  const words = address === stored ? undefined : notCalled(kernel, address);
  if (words) throw new InvalidInput({ [field]: words });
}

function refusalBefore(network: SafeNetwork, address: string): RefusedBecause | undefined {
  try {
    return refusalOf(network, parseAddress(address));
  } catch (error) {
    if (error instanceof FetchRefused) return error.reason;
    throw error;
  }
}
