import { dlopen } from 'bun:ffi';
import type { After } from '../clock.ts';

/** By then sessions are connected, and each company's due times are known. */
const SETTLED_MS = 30_000;

/** Drops compiled code, including start-up code that never runs again; code still in use is compiled anew. */
export function releaseOnceSettled(after: After): void {
  after(SETTLED_MS, () => {
    Bun.shrink();
    releaseFreed();
  });
}

/** The C library retains pages freed by closed databases, and returns them only when asked. */
export function releaseFreed(): void {
  libc?.symbols.malloc_trim(0);
}

const libc = openLibc();

/** Only glibc has it; others return memory by themselves. */
function openLibc() {
  if (process.platform !== 'linux') return undefined;
  try {
    return dlopen('libc.so.6', { malloc_trim: { args: ['usize'], returns: 'int' } });
  } catch {
    return undefined;
  }
}
