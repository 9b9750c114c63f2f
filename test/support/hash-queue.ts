import { spyOn } from 'bun:test';
import { hashPassword } from '@/modules/users/passwords.state.ts';

const MORE_THAN_MAY_WAIT = 200;

/** While the work runs, no other password can be hashed. */
export async function withFullHashQueue(work: () => Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const hashing = spyOn(Bun.password, 'hash').mockImplementation(() => promise);
  const waiting = Array.from({ length: MORE_THAN_MAY_WAIT }, () => hashPassword('x').catch(() => undefined));
  try {
    await work();
  } finally {
    resolve('x');
    await Promise.all(waiting);
    hashing.mockRestore();
  }
}
