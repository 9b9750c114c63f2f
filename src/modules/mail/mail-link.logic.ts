import type { Kernel } from '@/core/scope.ts';

/** Empty without a configured public address: a mail has no request to take one from. */
export function mailLink({ config: { publicUrl } }: Kernel, path: string): { link?: string } {
  return publicUrl ? { link: `${publicUrl}${path}` } : {};
}
