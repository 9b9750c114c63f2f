import type { Payments } from './adapters/payments/payments.port.ts';
import { createPayments } from './adapters/payments/payments.ts';
import type { Config } from './config.ts';
import { type After, type Clock, systemAfter, systemClock, systemTicks, type Ticks } from './core/clock.ts';
import type { Cluster, ClusterOptions } from './core/cluster/cluster.ts';
import type { LockWait } from './core/db/driver/wait-for-lock.ts';
import { openPlatform } from './core/db/platform-database.ts';
import { createSlowReads } from './core/db/slow-reads/slow-reads.ts';
import { openHibernation } from './core/db/tenants/hibernation.ts';
import {
  FILES_NEEDED,
  mostDatabases,
  readMemoryLimit,
  readOpenFilesLimit,
} from './core/db/tenants/open-limits.ts';
import { createTenants } from './core/db/tenants/tenants.ts';
import { createBus } from './core/events.ts';
import { UPLOADS_AT_ONCE } from './core/http/uploads/upload.ts';
import { loadTranslations, type Translations } from './core/i18n.ts';
import { type Ids, randomIds } from './core/ids.ts';
import { createLog, type Logger } from './core/log.ts';
import { platformScope } from './core/platform-scope.ts';
import { kindsOf, lookAhead } from './core/queue/company-jobs.ts';
import { startJobs } from './core/queue/cron.ts';
import { createFairScheduler } from './core/queue/fair-scheduler.ts';
import { createOutbox, type OutboxKind } from './core/queue/outbox.ts';
import { createSlots } from './core/queue/slots.ts';
import { createHub } from './core/realtime/hub.ts';
import { type Kernel, type Scope, type Services, systemScope } from './core/scope.ts';
import { callableNetwork, createSafeCall, namedInternet, type SafeCall } from './core/security/safe-call.ts';
import { createSafeFetch, type SafeFetch } from './core/security/safe-fetch.ts';
import { loadSecrets, markOf } from './core/security/secrets.ts';
import { createSteps } from './core/steps.ts';
import { requireWhole } from './core/storage/data-folder.ts';
import { createDiskSpace, freeBytesOf } from './core/storage/disk-space.ts';
import { createStorage, type Storage } from './core/storage/storage.ts';
import { createStorageQuota } from './core/storage/storage-quota.ts';
import { sweepParts } from './core/storage/sweep-part-files.ts';
import { endsWithin } from './core/time-limits.ts';
import { createUndo, type UndoKind } from './core/undo.ts';
import { wireEvents } from './event-listeners.ts';
import type { Demo } from './modules/auth/demo-people.port.ts';
import {
  findCompany,
  listCompanyIds,
  listOwnCompanyIds,
  zoneOf,
} from './modules/companies/companies.queries.ts';
import { storageOf } from './modules/companies/plan-quotas.state.ts';
import { createSessionStores } from './modules/connections/session-store.service.ts';
import { createPace, type Pace } from './modules/contacts/numbers/number-check-pace.state.ts';
import { createInbox } from './modules/inbox/inbox.listener.ts';
import { createSmtp, type MailTransport } from './modules/mail/mail-transport.client.ts';
import { pushContact } from './modules/notifications/push-contact.queries.ts';
import { createPushSender, type PushSender } from './modules/notifications/web-push.client.ts';
import { MODULES } from './modules.ts';
import { beginCompany, beginProcess, COMPANY_WORK, createSchedule, endCompany, jobsOf } from './schedule.ts';
import { VERSION } from './version.ts';
import { companyOfRequest } from './web/company-of-request.ts';
import type { SessionListener, SessionStores, WhatsApp } from './whatsapp/port.ts';
import { createWhatsApp } from './whatsapp/sessions.ts';

export type Replacements = {
  clock?: Clock;
  ticks?: Ticks;
  ids?: Ids;
  log?: Logger;
  translations?: Translations;
  tenantTemplate?: string;
  lockWait?: LockWait;
  smallBytes?: number;
  freeBytes?: () => Promise<number>;
  createWhatsApp?: (parts: WhatsAppParts) => WhatsApp;
  push?: PushSender;
  safeFetch?: SafeFetch;
  safeCall?: SafeCall;
  payments?: Payments;
  numberPace?: Pace;
  mailTransport?: MailTransport;
  after?: After;
  demo?: Demo;
};

const NUMBER_PAUSE_MS = 1_000;

/** With the sessions' own 4.5 s below the shutdown's limit of nine; companies that a node hands over leave no sessions to stop. */
const SLICE_MS = { companies: 5_000, sends: 1_000, failures: 800, notes: 300, listeners: 500 };

export type Dependencies = {
  kernel: Kernel;
  cluster: Cluster | undefined;
  start(): Promise<void>;
  /** Running work ends or is left for the next start; databases are checkpointed and closed. */
  stop(): Promise<void>;
};

export async function createDependencies(config: Config, options: Replacements = {}): Promise<Dependencies> {
  const clock = options.clock ?? systemClock;
  const ids = options.ids ?? randomIds;
  const log = options.log ?? createLog(config.logLevel);
  if (!config.cluster) requireWhole(config.dataDir);
  const secrets = loadSecrets(config.dataDir);
  const ticks = options.ticks ?? systemTicks;
  const cluster = await joinCluster(config, {
    clock,
    ticks,
    log,
    lockWait: options.lockWait,
    version: VERSION,
    secretsMark: markOf(secrets),
    loopDelay: () => kernel.services.status.loopDelay(),
    listCompanyIds: () => listCompanyIds(kernel),
    begin: (companyId) => beginCompany(kernel, companyId),
    end: (companyId) => endCompany(kernel, companyId),
    companyOf: (request) => companyOfRequest(kernel, request),
    receive: (events) => kernel.bus.receivePlatform(platformScope(kernel), events),
  });
  const platform = cluster?.platform ?? (await openPlatform(config.dataDir, options.lockWait));
  const scheduler = createFairScheduler({ ticks: systemTicks });
  const openFiles = async () =>
    createTenants({
      dataDir: config.dataDir,
      ticks,
      log,
      most: mostOpen(log),
      template: options.tenantTemplate,
      scheduler,
      slowReads: createSlowReads({ log, scheduler, smallBytes: options.smallBytes }),
      lockWait: options.lockWait,
      hibernating: {
        hibernation: await openHibernation(platform, kindsOf(COMPANY_WORK), log),
        lookAhead: (companyId, database) =>
          lookAhead(kernel, COMPANY_WORK, companyId, database).catch((error) => {
            log.error({ err: error, companyId }, 'the next due time of a company could not be read');
            return undefined;
          }),
        now: clock,
      },
    });
  const tenants = cluster?.tenants ?? (await openFiles());
  const listener = createInbox(() => kernel);
  const stores = createSessionStores(tenants);
  const whatsapp = (options.createWhatsApp ?? realWhatsApp)({
    config,
    log,
    cipherKeys: secrets.decryptionKeys,
    listener,
    stores,
  });
  const scopeOf = (companyId: number): Promise<Scope> => systemScope(kernel, companyId);
  const stopping = new AbortController();
  const callable = callableNetwork(config.allowedInternalHosts, config.allowedOutgoingHosts);
  const kernel: Kernel = {
    config,
    secrets,
    clock,
    ticks,
    ids,
    log,
    translations: options.translations ?? loadTranslations(),
    platform,
    tenants,
    scheduler,
    storage: await shared(config, createStorage({ dataDir: config.dataDir, clock, ids, key: secrets.media })),
    space: createDiskSpace({ measure: options.freeBytes ?? (() => freeBytesOf(config.dataDir)), ticks, log }),
    storageQuota: createStorageQuota({
      mostOf: (companyId) => storageOf(kernel, companyId),
      measure: (companyId) => kernel.storage.bytesOf(companyId),
      ticks,
    }),
    bus: createBus(log, ids.token(6), cluster?.broadcast),
    hub: createHub(config.sockets),
    outbox: createOutbox({ log, scopeOf, ticks, scheduler }),
    undo: createUndo(),
    steps: createSteps(),
    stopping: stopping.signal,
    uploads: createSlots(UPLOADS_AT_ONCE),
    unknownProxy: undefined,
    owns: (companyId) => !cluster || cluster.node.holds(companyId),
    nodes: cluster?.nodes,
    timeZoneOf: async (companyId) => zoneOf(kernel, await findCompany(kernel, companyId)),
    services: {
      whatsapp,
      push: options.push ?? createPushSender({ keys: secrets.push, subject: () => pushContact(kernel) }),
      safeFetch: options.safeFetch ?? createSafeFetch(namedInternet(config.allowedOutgoingHosts)),
      callable,
      safeCall: options.safeCall ?? createSafeCall(callable),
      payments: options.payments ?? createPayments({ urls: config.paymentUrls, ticks, now: clock }),
      numberPace: options.numberPace ?? createPace(NUMBER_PAUSE_MS),
      after: options.after ?? systemAfter,
      mailTransport: options.mailTransport ?? (config.mail ? createSmtp(config.mail) : null),
      ...(options.demo && { demo: options.demo }),
    } as Services,
  };
  wireEvents(kernel.bus);
  for (const { services = {}, outbox = {}, undo = {}, steps = {} } of MODULES) {
    for (const [name, make] of Object.entries<(kernel: Kernel) => unknown>(services))
      Object.assign(kernel.services, { [name]: make(kernel) });
    for (const [name, step] of Object.entries(steps)) kernel.steps.add(name as never, step as never);
    for (const [kind, handler] of Object.entries(outbox))
      kernel.outbox.handle(kind as OutboxKind, handler as never);
    for (const [kind, handler] of Object.entries(undo))
      kernel.undo.handle(kind as UndoKind, handler as never);
  }
  const watches = MODULES.flatMap(({ watch }) => watch?.(kernel) ?? []);
  let jobs: { stop(): void } | undefined;

  return {
    kernel,
    cluster,
    async start() {
      // Idle databases are not opened at start, so a missing file is logged here.
      const companyIds = await listOwnCompanyIds(kernel);
      for (const companyId of companyIds) tenants.isThere(companyId);
      await sweepParts(kernel, companyIds);
      const runJobs = jobsOf(kernel);
      jobs = startJobs(createSchedule(kernel, runJobs), { timeZone: config.timeZone, log });
      if (cluster) await beginProcess(kernel);
      else for (const { run } of COMPANY_WORK.atStart) await run(kernel);
      await cluster?.start();
      await runJobs();
    },
    async stop() {
      stopping.abort();
      jobs?.stop();
      if (cluster) await endsWithin(cluster.leave(), SLICE_MS.companies);
      for (const watch of watches) watch.stop();
      kernel.hub.closeAll();
      const isQuiet = kernel.outbox.stop();
      // Nearly finished sends may end; without sessions sends fail, so a silent network causes no wait.
      await endsWithin(isQuiet, SLICE_MS.sends);
      await whatsapp.stopAll();
      if (!(await endsWithin(isQuiet, SLICE_MS.failures)))
        await endsWithin(kernel.outbox.abandon(), SLICE_MS.notes);
      await endsWithin(kernel.bus.idle(), SLICE_MS.listeners);
      await tenants.closeAll();
      await kernel.platform.close();
    },
  };
}

/** Nothing of a cluster is loaded for a process that is alone. */
async function joinCluster(
  { cluster, dataDir }: Config,
  options: Omit<ClusterOptions, 'config' | 'dataDir'>,
): Promise<Cluster | undefined> {
  if (!cluster) return undefined;
  const { openCluster } = await import('./core/cluster/cluster.ts');
  return openCluster({ config: cluster, dataDir, ...options });
}

async function shared({ cluster }: Config, folder: Storage): Promise<Storage> {
  if (!cluster) return folder;
  const [{ createMediaBucket }, { createSharedStorage }] = await Promise.all([
    import('./core/storage/media-bucket.client.ts'),
    import('./core/storage/shared-storage.ts'),
  ]);
  return createSharedStorage(folder, createMediaBucket(cluster.media));
}

function mostOpen(log: Logger): number {
  const allowed = readOpenFilesLimit();
  const most = mostDatabases(allowed, readMemoryLimit());
  if (allowed !== undefined && allowed < FILES_NEEDED) {
    log.warn(
      { allowed, needed: FILES_NEEDED, databases: most },
      'few files may be open here: fewer companies stay open at once (see `ulimit -n`)',
    );
  }
  return most;
}

type WhatsAppParts = {
  config: Config;
  log: Logger;
  cipherKeys: Buffer[];
  listener: SessionListener;
  stores: SessionStores;
};

function realWhatsApp({ config, log, cipherKeys, listener, stores }: WhatsAppParts): WhatsApp {
  const { socketUrl, rootKey } = config.whatsapp;
  return createWhatsApp({
    stores,
    listener,
    cipherKeys,
    log: log.child({ part: 'whatsapp' }),
    config: { ...(socketUrl && { socketUrl }), ...(rootKey && { rootKey: Buffer.from(rootKey, 'base64') }) },
  });
}
