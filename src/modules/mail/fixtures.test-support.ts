import { mails } from '@db/platform/schema/index.ts';
import type { AddFixtures } from '@test/support/fixtures.ts';
import { encryptField } from './encrypt-mail.logic.ts';

export const addFixtures: AddFixtures = async ({ kernel }, _fixtures, mark) => {
  const key = `test:${mark}`;
  const [row] = await kernel.platform.write((tx) =>
    tx
      .insert(mails)
      .values({
        ...{ key, kind: 'passwordReset:changed', recipient: 'ana@aurora.test', language: 'pt' },
        ...{
          status: 'failed',
          lastError: '550 no such mailbox',
          encryptedValues: encryptField(kernel, key, { name: 'Ana' }),
        },
        usefulUntil: new Date('2036-01-01T00:00:00Z'),
      })
      .returning({ id: mails.id }),
  );
  return { mailId: row?.id };
};
