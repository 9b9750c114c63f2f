import { expect, test } from 'bun:test';
import { isShipped, listSources } from './sources.ts';

const HOT = /^src\/modules\/((contacts|inbox|messages|settings|tickets)\/|queues\/.*queries\.ts$)/;
const BUILT_EACH_TIME =
  /\.(?:db|slowDb)\s*\.(?:select|selectDistinct|insert|update|delete|query|all|get|run|values)\b/g;

/** Exceptions, by number of statements. The list may only shrink. */
const LEFT: Record<string, number> = {
  'src/modules/contacts/add-contact.ts': 5,
  'src/modules/contacts/block.service.ts': 3,
  'src/modules/contacts/contact-fields.ts': 4,
  'src/modules/contacts/contact-picture.ts': 4,
  'src/modules/contacts/contacts.queries.ts': 4,
  'src/modules/contacts/contacts.service.ts': 3,
  'src/modules/contacts/export-contacts.ts': 1,
  'src/modules/contacts/group-subject.ts': 2,
  'src/modules/contacts/identities.ts': 4,
  'src/modules/contacts/import/imports.queries.ts': 3,
  'src/modules/contacts/import/imports.service.ts': 4,
  'src/modules/contacts/import/run-import.ts': 5,
  'src/modules/contacts/line.ts': 2,
  'src/modules/contacts/merge-contacts.ts': 6,
  'src/modules/contacts/merge.service.ts': 2,
  'src/modules/contacts/number-change.ts': 5,
  'src/modules/contacts/number-checks.ts': 4,
  'src/modules/contacts/require-sight.ts': 1,
  'src/modules/contacts/sever-contact.ts': 2,
  'src/modules/contacts/undo-merge.ts': 4,
  'src/modules/inbox/listener.ts': 2,
  'src/modules/messages/failed/failed-messages.queries.ts': 1,
  'src/modules/messages/links/link-previews.ts': 5,
  'src/modules/messages/media/download-media.ts': 3,
  'src/modules/messages/media/store-whole-text.ts': 3,
  'src/modules/messages/media/media.queries.ts': 2,
  'src/modules/messages/merge/merge-messages.ts': 9,
  'src/modules/messages/merge/part-messages.ts': 4,
  'src/modules/messages/messages.service.ts': 2,
  'src/modules/messages/old-messages.ts': 3,
  'src/modules/messages/receive/change-message.ts': 5,
  'src/modules/messages/receive/store-message.ts': 5,
  'src/modules/messages/search-messages.ts': 1,
  'src/modules/messages/send/deliver-deletion.ts': 2,
  'src/modules/messages/send/deliver-edit.ts': 3,
  'src/modules/messages/send/deliver-message.ts': 1,
  'src/modules/messages/send/deliver-reaction.ts': 5,
  'src/modules/messages/send/send-read-receipts.ts': 2,
  'src/modules/messages/send/sent-changes.ts': 3,
  'src/modules/messages/ticket-steps.ts': 1,
  'src/modules/messages/write/fill-variables.ts': 1,
  'src/modules/messages/write/greeting.ts': 1,
  'src/modules/messages/write/own-message.ts': 1,
  'src/modules/messages/write/send-again.ts': 4,
  'src/modules/queues/queues.queries.ts': 2,
  // The platform's database: `tenantStatement` is for a company's.
  'src/modules/settings/company-hours.service.ts': 1,
  'src/modules/settings/holidays.service.ts': 4,
  'src/modules/settings/platform-values.ts': 1,
  'src/modules/settings/setting-changes.queries.ts': 1,
  'src/modules/settings/settings.jobs.ts': 6,
  'src/modules/settings/settings.queries.ts': 1,
  'src/modules/settings/settings.service.ts': 1,
  'src/modules/tickets/list/ticket-filter.ts': 1,
  'src/modules/tickets/presence/presence-updates.ts': 2,
  'src/modules/tickets/history/ticket-events.queries.ts': 2,
  'src/modules/tickets/history/ticket-notes.queries.ts': 1,
  'src/modules/tickets/history/ticket-notes.service.ts': 2,
  'src/modules/tickets/work/delete-ticket.ts': 2,
  'src/modules/tickets/work/find-ticket.ts': 2,
  'src/modules/tickets/work/merge-tickets.ts': 10,
  'src/modules/tickets/work/name-ticket-tag.ts': 1,
  'src/modules/tickets/work/open-ticket.ts': 6,
  'src/modules/tickets/work/preferred-connection.ts': 1,
  'src/modules/tickets/work/part-tickets.ts': 4,
  'src/modules/tickets/work/snooze.service.ts': 4,
  'src/modules/tickets/work/ticket-tags.service.ts': 7,
  'src/modules/tickets/work/ticket-undo.ts': 3,
  'src/modules/tickets/work/trackings.ts': 2,
};

test('hot modules prepare their statements once (tenantStatement), not per call', () => {
  const found = Object.fromEntries(
    listSources('{ts,tsx}', ['src'])
      .filter((source) => HOT.test(source.path) && isShipped(source))
      .map(({ path, text }) => [path, text.match(BUILT_EACH_TIME)?.length ?? 0] as const)
      .filter(([, count]) => count > 0),
  );
  // One more: write it as `tenantStatement`. One less: lower the number.
  expect(found).toEqual(LEFT);
});

test('the scanner finds statements built per call', () => {
  const text =
    'await scope.db.select(); tx.db\n  .update(x); tx.db.query.users.findFirst(); list(scope.db, {}); db.select()';
  expect(text.match(BUILT_EACH_TIME)?.length).toBe(3);
});
