import { InvalidInput } from '../errors.ts';
import type { Kernel, Scope } from '../scope.ts';
import {
  FetchRefused,
  parseAddress,
  type RefusedBecause,
  refusalOf,
  type SafeNetwork,
} from './safe-fetch.ts';

declare module '../scope.ts' {
  interface Services {
    callable: SafeNetwork;
  }
}

/** Returns why a typed address would not be called; undefined when it would, or when there is none. */
export function notCalled({ services }: Kernel, address: string | undefined): string | undefined {
  const refusal = address ? refusalBefore(services.callable, address) : undefined;
  return refusal && `validation:notCalled.${refusal}`;
}

/** Accepts an already stored address, so that its form can be saved. Throws InvalidInput on `field`. */
export function requireCallable(
  { kernel }: Scope,
  field: string,
  address: string | undefined,
  stored?: string,
): void {
  const content = address === stored ? undefined : notCalled(kernel, address);
  if (content) throw new InvalidInput({ [field]: content });
}

function refusalBefore(network: SafeNetwork, address: string): RefusedBecause | undefined {
  try {
    return refusalOf(network, parseAddress(address));
  } catch (error) {
    if (error instanceof FetchRefused) return error.reason;
    throw error;
  }
}
