import { mails } from '@db/platform/schema/index.ts';
import type { AddToWorld } from '@test/support/world.ts';
import { seal } from './seal.ts';

/** One that the platform's administrators may send again. */
export const addToWorld: AddToWorld = async ({ kernel }, _world, mark) => {
  const key = `test:${mark}`;
  const [row] = await kernel.platform.write((tx) =>
    tx
      .insert(mails)
      .values({
        ...{ key, kind: 'passwordReset:changed', recipient: 'ana@aurora.test', language: 'pt' },
        ...{ status: 'failed', lastError: '550 no such mailbox', sealed: seal(kernel, key, { name: 'Ana' }) },
        usefulUntil: new Date('2036-01-01T00:00:00Z'),
      })
      .returning({ id: mails.id }),
  );
  return { mailId: row?.id };
};
