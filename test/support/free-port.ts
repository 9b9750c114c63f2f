const FIRST = 20_000;
const OF_EACH = 100;
let next = 0;

/**
 * For a process that listens later, and again after each kill. Below the system's ephemeral ports (32768 and up),
 * with a separate hundred per test process, so that no other server answers.
 */
export function freePort(): number {
  for (let tries = 0; tries < OF_EACH; tries += 1) {
    const port = FIRST + (process.pid % 100) * OF_EACH + (next++ % OF_EACH);
    if (isFree(port)) return port;
  }
  throw new Error('no port is free');
}

function isFree(port: number): boolean {
  try {
    Bun.listen({ hostname: '127.0.0.1', port, socket: { data() {} } }).stop(true);
    return true;
  } catch {
    return false;
  }
}
