import type { Kernel } from './scope.ts';

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
