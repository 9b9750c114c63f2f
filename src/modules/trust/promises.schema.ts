export const PROMISES = {
  stored: [
    'test/crash.test.ts',
    'test/crash-in-time.test.ts',
    'src/whatsapp/after-a-kill.test.ts',
    'src/whatsapp/journal.test.ts',
  ],
  sent: [
    'src/modules/messages/send/deliver-message.outbox.test.ts',
    'src/core/queue/outbox-failures.test.ts',
    'src/whatsapp/outbound.test.ts',
  ],
  companies: [
    'test/isolation.test.ts',
    'test/isolation/cross-site.test.ts',
    'test/isolation/live-updates.test.ts',
    'src/web/media.routes.test.ts',
  ],
  rights: [
    'test/isolation.test.ts',
    'test/isolation/colleagues.test.ts',
    'test/live/departures.test.ts',
    'src/modules/auth/sessions/sessions.test.ts',
  ],
  tickets: [
    'src/modules/tickets/work/accept-ticket.test.ts',
    'src/modules/inbox/receive-into-tickets.test.ts',
  ],
  restored: ['test/backup/kills.test.ts', 'test/backup/sets.test.ts', 'src/modules/backups/backups.test.ts'],
  secrets: ['src/core/security/secrets.test.ts', 'test/rotate-secrets.test.ts', 'test/isolation.test.ts'],
  signIn: [
    'src/modules/auth/sign-in/login-throttle.state.test.ts',
    'src/modules/auth/reauthentication/reauthentication.test.ts',
    'src/modules/factors/factors.test.ts',
    'src/modules/factors/passkeys.test.ts',
  ],
  audited: [
    'src/core/audit/audit.test.ts',
    'src/modules/audit/audit.endpoints.test.ts',
    'test/contract/audited.test.ts',
  ],
  outbound: ['src/core/security/safe-fetch.test.ts', 'src/core/security/safe-call.test.ts'],
  flood: [
    'test/hostile/linear.test.ts',
    'test/live/hostile.test.ts',
    'src/core/http/body/bodies.test.ts',
    'src/core/realtime/frame-limits.test.ts',
  ],
  disk: [
    'test/full-disk.test.ts',
    'src/modules/inbox/low-space.test.ts',
    'src/core/db/driver/foreign-lock.test.ts',
  ],
  payments: ['src/modules/billing/confirm/confirm.test.ts', 'test/crash-payment.test.ts'],
  upgrades: ['src/core/db/database.test.ts', 'test/architecture/migrations.test.ts'],
  supply: ['test/architecture/supply.test.ts'],
} as const satisfies Record<string, string[]>;
export type PromiseKey = keyof typeof PROMISES;
export const PROMISE_KEYS = Object.keys(PROMISES) as PromiseKey[];
