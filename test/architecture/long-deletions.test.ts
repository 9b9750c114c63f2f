import { expect, test } from 'bun:test';
import { isShipped, listSources } from './sources.ts';

/** Parents of thousands of rows: they are deleted by `deleteInParts`, else the cascade blocks everybody. */
const PARENTS =
  'campaigns|chats|connections|contacts|contactImports|contactLists|queues|tags|tickets|users|webhooks';
const DIRECTLY = new RegExp(`\\.delete\\((?:${PARENTS})\\)`);
const ALLOWED: Record<string, string> = {
  'src/modules/contacts/merge/merge-contacts.service.ts': 'what it had was moved to the other before',
  'src/modules/tickets/merge/merge-tickets.steps.ts': 'what it had was moved to the other before',
};

test('rows with many dependents are deleted in batches', () => {
  const found = listSources('ts', ['src', 'demo'])
    .filter((one) => isShipped(one) && DIRECTLY.test(one.text))
    .map(({ path }) => path);
  expect(found).toEqual(Object.keys(ALLOWED));
  expect(['tx.db.delete(tags)', 'tx.db\n  .delete(contactLists)'].every((one) => DIRECTLY.test(one))).toBe(
    true,
  );
});
