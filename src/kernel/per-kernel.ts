import type { Kernel } from './scope.ts';

/** What lives as long as a kernel and is made when it is first asked for: buckets, places, lanes of one process. */
export function perKernel<T>(make: (kernel: Kernel) => T): (kernel: Kernel) => T {
  const made = new WeakMap<Kernel, T>();
  return (kernel) => {
    const known = made.get(kernel);
    if (known !== undefined) return known;
    const fresh = make(kernel);
    made.set(kernel, fresh);
    return fresh;
  };
}
