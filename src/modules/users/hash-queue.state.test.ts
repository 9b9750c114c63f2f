import { expect, test } from 'bun:test';
import { AppError } from '@/core/errors.ts';
import { createHashQueue } from './hash-queue.state.ts';

const WAITING = { stranger: 20, known: 3, user: 3 };

function fakeHash() {
  const gate = Promise.withResolvers<void>();
  return { open: gate.resolve, hash: () => gate.promise };
}

test('1500 unknown clients delay neither known devices nor signed-in users', async () => {
  const queue = createHashQueue(WAITING);
  const { hash, open } = fakeHash();
  const order: string[] = [];
  const strangers = Array.from({ length: 1_500 }, () =>
    queue.run('stranger', hash).then(
      () => order.push('stranger'),
      () => undefined,
    ),
  );
  await queue.run('known', async () => order.push('known'));
  await queue.run('user', async () => order.push('user'));
  expect(order).toEqual(['known', 'user']);
  open();
  await Promise.all(strangers);
  expect(order).toHaveLength(2 + 1 + WAITING.stranger);
});

test.each(['stranger', 'known', 'user'] as const)(
  'a full queue refuses at once and accepts again afterwards: %s',
  async (caller) => {
    const queue = createHashQueue(WAITING);
    const { hash, open } = fakeHash();
    const running = Array.from({ length: 1 + WAITING[caller] }, () => queue.run(caller, hash));
    const refusal = await queue.run(caller, hash).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal).toMatchObject({ code: 'ERR_SIGN_IN_BUSY', status: 429, details: { seconds: 5 } });
    open();
    await Promise.all(running);
    expect(await queue.run(caller, async () => 'hashed')).toBe('hashed');
  },
);
