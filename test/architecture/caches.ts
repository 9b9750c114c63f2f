/** Process-wide maps and sets without `createRecent`, and why they cannot grow without end. */
export const BOUNDED_OTHERWISE: Record<string, string> = {
  'src/ops/backup/restore/open-restore.ts names': 'companies of one restore',
  'demo/history/past-network.ts media': 'the demo: its samples',
  'demo/history/past-network.ts open': 'the demo: its connections only',
  'demo/history/past-network.ts pictures': 'the demo: its people only',
  'demo/history/past-network.ts unreachable': 'the demo: its people only',
  'demo/history/talk/phrase.ts last': 'the demo: lines of the code',
  'demo/history/timeline.ts actors': 'the demo: its people only',
  'demo/pairing-store.ts awaited': 'the demo: its connections only',
  'demo/phones/lines.ts numbers': 'the demo: its people only',
  'demo/phones/network-faults.ts on': 'the demo: kinds of faults',
  'demo/playground.ts people': 'the demo: its people only',
  'demo/playground.ts pictures': 'the demo: its people only',
  'demo/scene.ts parts': 'the demo: parts of one scene',
  'src/core/events.ts ofCompanies': 'events of the code',
  'src/core/events.ts ofPlatform': 'events of the code',
  'src/core/events.ts published': 'one number for a company of this desk',
  'src/core/events.ts running': 'removed when a listener ends',
  'src/core/queue/company-jobs.ts failedAt':
    'two numbers for a company of this desk; removed when its work succeeds',
  'src/core/queue/company-jobs.ts openedFor': 'two numbers for a company of this desk',
  'src/core/queue/fair-scheduler.ts companies': 'removed when a company has had no turn lately',
  'src/core/queue/fair-scheduler.ts answered': 'a second of answers, removed with the last',
  'src/core/queue/fair-scheduler.ts queue': 'removed when nothing of a company waits',
  'src/core/storage/data-lock.ts held': 'one lock for a data folder',
  'src/core/cluster/node.ts able': 'nodes that live',
  'src/core/cluster/node.ts claimed': 'removed after half a minute',
  'src/core/cluster/node.ts taking': 'removed when a company is taken',
  'src/core/cluster/node.ts heard': 'nodes that live; removed when they are expelled',
  'src/core/cluster/node.ts held': 'companies of this node',
  'src/core/cluster/node.ts nodes': 'nodes that live',
  'src/core/cluster/node.ts owners': 'one entry for a company',
  'src/core/db/tenants/hibernation.ts known': 'one entry for a company of this desk; removed when it goes',
  'src/core/db/slow-reads/slow-reads.ts queue': 'bounded for each company, and removed when nothing waits',
  'src/core/db/driver/table-versions.ts counts': 'tables of the schema',
  'src/core/db/tenants/remote-tenants.ts gone': 'one number for a company that was deleted',
  'src/core/db/tenants/remote-tenants.ts own': 'companies of this node',
  'src/core/db/tenants/remote-tenants.ts readers': 'removed a minute after the last use',
  'src/core/db/tenants/remote-tenants.ts replacing': 'removed when another database is in its place',
  'src/core/db/tenants/tenants.ts entries': 'open databases, which are bounded',
  'src/core/db/tenants/tenants.ts held': 'weak; swept',
  'src/core/db/tenants/tenant-failures.ts failing':
    'one entry for a company of this desk; removed when it opens',
  'src/core/db/tenants/tenants.ts gone': 'one number for a company that was deleted',
  'src/core/db/tenants/tenants.ts replacing': 'removed when another database is in its place',
  'src/core/http/routing/canonical-path.ts parameters': 'addresses of the code',
  'src/core/i18n.ts strings': 'languages and namespaces of the code',
  'src/core/queue/keyed-limits.ts limits': 'removed when a key has no work',
  'src/core/realtime/socket-io-engine.ts sessions': 'a seat each; removed when the socket closes',
  'src/core/realtime/hub.ts companies': 'a seat for each socket; removed when it closes',
  'src/core/queue/outbox.ts handlers': 'kinds of the code',
  'src/core/queue/outbox.ts running': 'removed when a queue ends',
  'src/core/queue/outbox.ts looking': 'removed when the look ends',
  'src/core/queue/outbox.ts again': 'removed when the look ends',
  'src/core/queue/outbox.ts met': 'one number for a company of this desk; removed when it goes',
  'src/core/queue/outbox.ts left': 'one number for a company that left',
  'src/core/queue/outbox.ts unwritten': 'queues whose outcome could not be written; removed when it is',
  'src/core/queue/outbox.ts troubles': 'queues in trouble; removed when one succeeds',
  'src/core/queue/outbox.ts wakers': 'one timer for a company of this desk',
  'src/core/queue/backoff.ts backoff': 'removed when the rest ends',
  'src/core/queue/slots.ts counts': 'removed when the last seat is left',
  'src/core/queue/fair-limiter.ts sorts': 'kinds of the code',
  'src/core/steps.ts added': 'steps of the code',
  'src/core/undo.ts handlers': 'kinds of the code',
  'src/modules/connections/connections.jobs.ts stopped': 'one number for a company of this desk',
  'src/modules/status/alert-watch.state.ts since': 'kinds of trouble and companies; removed when it is over',
  'src/modules/status/alert-watch.state.ts calm': 'open alerts; removed when they end',
  'src/modules/tickets/list/ticket-rows.queries.ts days': 'time zones',
  'src/modules/users/presence.service.ts leaving': 'people who closed their last page, for some seconds',
  'src/adapters/payments/payments.ts providers': 'two providers',
  'src/whatsapp/baileys/outbound/server-acks.ts waiting': 'removed by the answer or the time limit',
  'src/whatsapp/baileys/inbound/arrival-order.ts backlog': 'what one connection brought; goes with it',
  'src/whatsapp/baileys/inbound/missed-calls.ts ringing': 'removed when a call ends, or after its time limit',
  'src/whatsapp/baileys/journal/journal.ts awaited': 'removed when the message is handed over',
  'src/whatsapp/baileys/journal/journal.ts held': 'removed when the row is handed over',
  'src/whatsapp/baileys/auth/key-holders.ts running': 'removed when a send ends',
  'src/whatsapp/baileys/connection/session-calls.ts sending': 'removed when a send ends',
  'src/whatsapp/sessions.ts connections': 'one for a connection that runs',
  'src/whatsapp/sessions.ts tails': 'removed when nothing waits',
  'views/cached-markup.tsx numbers': 'components of the code',
  'views/parts/messages/dates.ts formatters': 'kinds of the code, in the time zone of the configuration',
  'views/parts/tickets/people.ts formats': 'languages of the code',
  'src/modules/company-files/company-file-runner.state.ts exports': 'exports that run; three for a company',
  'src/modules/connections/connections.module.ts unstarted': 'one number for a company of this desk',
  'src/modules/erasures/erasures.module.ts companyErasing': 'erasures that run',
  'src/modules/responders/responders.module.ts responderPauses':
    'one for a machine that failed; removed when it answers',
  'src/modules/message-api/message-api.module.ts keysAtWork': 'removed when the call ends',
  'src/ops/backup/describe-missing.ts gone': 'one list of what is missing, for its words',
  'src/core/db/driver/row-mapper.ts next': 'columns of a query of the code',
  'src/core/errors.ts statuses': 'codes of the code',
  'src/core/realtime/client-frames.ts known':
    'one event on its way to its hearers, for each origin of the configuration',
  'src/core/queue/outbox.ts prefixes': 'queues that are looked into next; removed when the look begins',
  'src/whatsapp/baileys/journal/journal.ts keys':
    'what one socket brought and nobody has read; removed when it is',
  'src/whatsapp/baileys/journal/journal.ts texts':
    'what one socket brought and nobody has read; removed when it is',
};

/** Caches of `createRecent` bounded by entries only, without bytes and life, and why that suffices. */
export const BOUNDED_BY_ENTRIES: Record<string, string> = {
  'src/core/cluster/signed-request.ts used without bytes': 'ids of 36 letters',
  'src/core/storage/storage-quota.ts known without bytes, lifeMs':
    'three numbers, measured again after ten minutes',
  'src/core/db/driver/local-connection.ts statements without bytes, lifeMs':
    'statements of at most 8,000 letters; true as long as the connection',
  'src/core/db/driver/prepared-statement.ts known without bytes, lifeMs': 'statements of the code',
  'src/core/db/driver/table-versions.ts known without bytes, lifeMs':
    'pages, settings and rows that the plan limits; a changed table makes them untrue, and they go with the open database',
  'src/core/i18n.ts known without lifeMs': 'texts of the code',
  'src/core/security/throttle.ts buckets without bytes, lifeMs':
    'two numbers; a full bucket is as good as none',
  'src/adapters/openai/accepted-parameters.ts known without bytes, lifeMs':
    'three words; each is set with an hour of life',
  'src/modules/auth/sign-in/login-throttle.state.ts known without bytes, lifeMs':
    'yes or no; where somebody signed in stays their place',
  'src/modules/campaigns/engine/campaign-pace.state.ts due without bytes, lifeMs':
    'a number; a moment that has passed is none',
  'src/modules/companies/plan-quotas.state.ts byLimit without bytes, lifeMs':
    'one throttle for a limit of a plan',
  'src/modules/factors/passkey-challenges.state.ts used without bytes, lifeMs':
    'yes; a challenge counts for some minutes',
  'src/modules/quotas/count-figures.jobs.ts measured without bytes': 'a number',
  'src/modules/quotas/count-figures.jobs.ts stored without bytes, lifeMs':
    'some numbers, written again when they differ',
  'src/modules/tickets/presence/customer-presence.state.ts published without bytes, lifeMs':
    'a word and a moment',
  'src/whatsapp/baileys/inbound/missed-calls.ts over without bytes, lifeMs': 'yes; goes with the line',
  'src/whatsapp/baileys/contacts/device-cache.ts entries without bytes, lifeMs':
    'devices of one number; looked at by its own date of a day',
  'src/whatsapp/baileys/contacts/groups.ts known without lifeMs':
    'WhatsApp tells of each change; goes with the line',
  'src/whatsapp/baileys/inbound/receipt-gate.ts early without bytes, lifeMs': 'a receipt; goes with the line',
  'src/whatsapp/baileys/auth/cached-rows.ts texts without lifeMs':
    'rows of our own, changed by nobody else; goes with the line',
  'src/whatsapp/baileys/connection/session-calls.ts jids without bytes, lifeMs': 'yes; goes with the socket',
};
