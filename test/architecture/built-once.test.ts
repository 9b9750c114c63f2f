import { expect, test } from 'bun:test';
import { isShipped, listSources } from './sources.ts';

const HOT =
  /^src\/modules\/((contacts|inbox|messages|settings|tickets|rules\/run|webhooks\/(deliver|record))\/|queues\/.*queries\.ts$)/;
const BUILT_EACH_TIME =
  /\.(?:db|slowDb)\s*\.(?:select|selectDistinct|insert|update|delete|query|all|get|run|values)\b/g;

/** Exceptions, by number of statements. The list may only shrink. */
const LEFT: Record<string, number> = {
  'src/modules/contacts/add-contact.service.ts': 2,
  'src/modules/contacts/block.service.ts': 3,
  'src/modules/contacts/contact-fields.service.ts': 4,
  'src/modules/contacts/identities/contact-picture.outbox.ts': 1,
  'src/modules/contacts/contacts.queries.ts': 2,
  'src/modules/contacts/contacts.service.ts': 3,
  'src/modules/contacts/export-contacts.service.ts': 1,
  'src/modules/contacts/identities/group-subject.outbox.ts': 2,
  'src/modules/contacts/identities/identities.service.ts': 4,
  'src/modules/contacts/import/imports.queries.ts': 3,
  'src/modules/contacts/import/imports.service.ts': 4,
  'src/modules/contacts/import/run-import.outbox.ts': 5,
  'src/modules/contacts/numbers/connected-session.queries.ts': 1,
  'src/modules/contacts/merge/merge-contacts.service.ts': 6,
  'src/modules/contacts/merge/merge.service.ts': 3,
  'src/modules/contacts/identities/number-change.service.ts': 5,
  'src/modules/contacts/numbers/number-checks.service.ts': 4,
  'src/modules/contacts/contact-access.policy.ts': 1,
  'src/modules/contacts/sever-contact.service.ts': 2,
  'src/modules/contacts/merge/undo-merge.service.ts': 4,
  'src/modules/inbox/inbox.listener.ts': 2,
  'src/modules/messages/failed/failed-messages.queries.ts': 2,
  'src/modules/messages/links/link-previews.outbox.ts': 5,
  'src/modules/messages/media/download-media.outbox.ts': 3,
  'src/modules/messages/media/store-long-text.outbox.ts': 3,
  'src/modules/messages/media/media.queries.ts': 2,
  'src/modules/messages/merge/merge-messages.steps.ts': 8,
  'src/modules/messages/merge/stored-twice.queries.ts': 1,
  'src/modules/messages/merge/undo-merge-messages.steps.ts': 4,
  'src/modules/messages/messages.service.ts': 2,
  'src/modules/messages/message-retention.service.ts': 3,
  'src/modules/messages/receive/change-message.service.ts': 5,
  'src/modules/messages/receive/store-message.service.ts': 5,
  'src/modules/messages/search-messages.queries.ts': 1,
  'src/modules/messages/send/deliver-deletion.outbox.ts': 2,
  'src/modules/messages/send/deliver-edit.outbox.ts': 3,
  'src/modules/messages/send/deliver-message.outbox.ts': 1,
  'src/modules/messages/send/deliver-reaction.outbox.ts': 5,
  'src/modules/messages/send/sent-changes.service.ts': 3,
  'src/modules/messages/messages.steps.ts': 1,
  'src/modules/messages/write/greet-on-accept.service.ts': 1,
  'src/modules/messages/write/store-own-message.service.ts': 1,
  'src/modules/messages/write/automatic-messages.service.ts': 3,
  'src/modules/queues/queue-use.queries.ts': 1,
  'src/modules/queues/queues.queries.ts': 2,
  'src/modules/queues/responder-choices.queries.ts': 1,
  // The platform's database: `tenantStatement` is for a company's.
  'src/modules/settings/company-hours.service.ts': 1,
  'src/modules/settings/holidays.service.ts': 4,
  'src/modules/settings/platform-values.service.ts': 1,
  'src/modules/settings/setting-changes.queries.ts': 1,
  'src/modules/settings/settings.jobs.ts': 6,
  'src/modules/settings/settings.queries.ts': 1,
  'src/modules/settings/settings.service.ts': 2,
  'src/modules/tickets/list/ticket-filter.queries.ts': 1,
  'src/modules/tickets/presence/publish-presence.service.ts': 2,
  'src/modules/tickets/history/ticket-events.queries.ts': 2,
  'src/modules/tickets/history/ticket-notes.queries.ts': 1,
  'src/modules/tickets/history/ticket-notes.service.ts': 2,
  'src/modules/tickets/work/delete-ticket.service.ts': 2,
  'src/modules/tickets/open/find-or-create-ticket.service.ts': 2,
  'src/modules/tickets/merge/join-trackings.steps.ts': 1,
  'src/modules/tickets/merge/merge-tickets.steps.ts': 9,
  'src/modules/tickets/work/name-ticket-tag.service.ts': 1,
  'src/modules/tickets/open/open-ticket.service.ts': 5,
  'src/modules/tickets/open/preferred-connection.queries.ts': 1,
  'src/modules/tickets/merge/undo-merge-tickets.steps.ts': 4,
  'src/modules/tickets/work/snooze-ticket.service.ts': 4,
  'src/modules/tickets/work/ticket-tags.service.ts': 4,
  'src/modules/tickets/work/ticket-undo.service.ts': 3,
  'src/modules/tickets/work/trackings.service.ts': 2,
  'src/modules/rules/run/old-runs.jobs.ts': 2,
  'src/modules/rules/run/rule-message.outbox.ts': 3,
  'src/modules/rules/run/try-rule.queries.ts': 5,
  'src/modules/webhooks/deliver/deliver-webhook.outbox.ts': 2,
  'src/modules/webhooks/deliver/delivery-queues.service.ts': 5,
  'src/modules/webhooks/deliver/delivery.jobs.ts': 11,
  'src/modules/webhooks/deliver/pause-webhook.service.ts': 1,
  'src/modules/webhooks/deliver/test-webhook.service.ts': 2,
  'src/modules/webhooks/record/webhook-notifications.queries.ts': 1,
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
