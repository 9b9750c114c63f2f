/** Signing in, against the password hash alone: there is nothing else that should take time. */
import { signIn } from '@/modules/auth/auth.service.ts';
import { hashPassword, verifyPassword } from '@/modules/auth/passwords.ts';
import { type Line, main, share } from './support/report.ts';
import { ADMIN, seededDesk } from './support/seeded.ts';

const TIMES = 25;

export async function runLogin(): Promise<Line[]> {
  const seeded = await seededDesk(null);
  const hash = await hashPassword(ADMIN.password);
  // In turns, so that a busy machine is busy for both; fewer than the throttle allows.
  let [hashing, signing] = [0, 0];
  for (let n = 0; n < TIMES; n += 1) {
    const start = performance.now();
    await verifyPassword(ADMIN.password, hash);
    const between = performance.now();
    await signIn(seeded.desk.kernel, { ...ADMIN, address: `10.0.0.${n}` });
    hashing += between - start;
    signing += performance.now() - between;
  }
  await seeded.end();
  return [share('login', (TIMES * 1_000) / signing, (TIMES * 1_000) / hashing, 'logins/s', 0.8)];
}

if (import.meta.main) await main(runLogin);
