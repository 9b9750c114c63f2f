import { dlopen } from 'bun:ffi';
import type { After } from './clock.ts';

/** Sessions are up, and what lies ahead of each company is known. */
const SETTLED_MS = 30_000;

/** Code of the start that never runs again is dropped, with all other: what does run is compiled anew. */
export function giveBackOnceSettled(after: After): void {
  after(SETTLED_MS, () => {
    Bun.shrink();
    giveBackFreed();
  });
}

/** The C library keeps pages that closed databases have left between others, and gives them back only when asked. */
export function giveBackFreed(): void {
  libc?.symbols.malloc_trim(0);
}

const libc = openLibc();

/** Only glibc has it; others give back by themselves. */
function openLibc() {
  if (process.platform !== 'linux') return undefined;
  try {
    return dlopen('libc.so.6', { malloc_trim: { args: ['usize'], returns: 'int' } });
  } catch {
    return undefined;
  }
}
