import type { Config } from '../config.ts';
import type { Clock, Ticks } from './clock.ts';
import type { Nodes } from './cluster/nodes-overview.ts';
import type { Wrote } from './db/database.ts';
import type { Remember } from './db/driver/table-versions.ts';
import type { PlatformDatabase } from './db/platform-database.ts';
import type { Tenants } from './db/tenants/tenant-store.ts';
import type { TenantDatabase, TenantReader } from './db/tenants/tenants.ts';
import { AppError, type ErrorCode } from './errors.ts';
import type { Bus, Event, EventMap, EventName } from './events.ts';
import type { Locale, Translate, Translations } from './i18n.ts';
import type { Ids } from './ids.ts';
import type { Logger } from './log.ts';
import type { FairScheduler } from './queue/fair-scheduler.ts';
import type { Outbox } from './queue/outbox.ts';
import type { Slots } from './queue/slots.ts';
import type { Hub } from './realtime/hub.ts';
import { writeWith } from './scope-transaction.ts';
import type { Secrets } from './security/secrets.ts';
import type { Steps } from './steps.ts';
import type { DiskSpace } from './storage/disk-space.ts';
import type { Storage } from './storage/storage.ts';
import type { StorageQuota } from './storage/storage-quota.ts';
import type { Undo } from './undo.ts';

declare module './steps.ts' {
  interface StepMap {
    /** The last step of a transaction, with its events; its writes are committed with the change. */
    committing: { events: readonly Event[] };
  }
}

export type Profile = 'admin' | 'supervisor' | 'user';

export type UserActor = {
  kind: 'user';
  id: number;
  companyId: number;
  name: string;
  email: string;
  profile: Profile;
  super: boolean;
  queueIds: number[];
  allTicket: boolean;
  connectionId: number | null;
  session: string;
  provenAt?: Date;
  /** Refused with this code, and led to this page, by every route that is not marked `settingUp`. */
  mustSetUp?: { code: ErrorCode; page: string };
  /** Identity of a guest from another company, who may read only and is no user here. */
  home?: { companyId: number; id: number };
  token?: { id: number; scopes: string[] };
};

export type SystemActor = { kind: 'system' };

export type Actor = UserActor | SystemActor;

export type Asking = Pick<UserActor, 'id' | 'companyId' | 'name' | 'home'>;

export type CalledFrom = { address: string; device(): string };

/** Lives as long as the process. Modules declare and create theirs; dependencies.ts creates the others. */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by declaration merging
export interface Services {}

export type Kernel = {
  config: Config;
  secrets: Secrets;
  clock: Clock;
  ticks: Ticks;
  ids: Ids;
  log: Logger;
  translations: Translations;
  platform: PlatformDatabase;
  tenants: Tenants;
  scheduler: FairScheduler;
  storage: Storage;
  space: DiskSpace;
  storageQuota: StorageQuota;
  bus: Bus;
  hub: Hub;
  outbox: Outbox;
  undo: Undo;
  steps: Steps;
  /** Aborted at shutdown: waiting ends, and unfinished work is repeated after the next start. */
  stopping: AbortSignal;
  services: Services;
  uploads: Slots;
  /** A proxy that sends `X-Forwarded-*` and is not configured; undefined while none was seen. */
  unknownProxy: string | undefined;
  timeZoneOf(companyId: number): Promise<string>;
  /** Whether this process acts for the company, or for the platform. Among several processes only one does. */
  owns(companyId: number): boolean;
  /** Undefined for a process that is alone. */
  nodes: Nodes | undefined;
};

/** The only way to a company's database. */
export type Scope = {
  companyId: number;
  actor: Actor;
  onBehalfOf?: Asking;
  calledFrom?: CalledFrom;
  locale: Locale;
  t: Translate;
  log: Logger;
  kernel: Kernel;
  /** The company's, as of the scope's opening (IANA name). */
  timeZone: string;
  /** Scheme and host for absolute addresses; '' when unknown, so that a path must do. */
  origin: string;
  /** Started by a rule: it must trigger no further rules, or they could trigger each other for ever. */
  isAutomatic?: true;
  db: TenantReader;
  /** For reads over 50 ms: runs in a separate process. Within a write the same as `db`. */
  slowDb: TenantReader;
  remember: Remember;
  /** Stamp of the bus as of the scope's opening. */
  asOf: string;
  /** Within a write always the moment at which it began. */
  now(): Date;
  /** Functions called with its scope join. Events are published after the outermost commit. */
  write<T>(work: (tx: Scope) => PromiseLike<T>): Promise<T>;
  emit<K extends EventName>(type: K, data: EventMap[K]): void;
  /** Once per function and write, after its commit; at once outside a write. */
  afterCommit(callback: () => void): void;
};

export type ScopeOptions = {
  companyId: number;
  actor: Actor;
  onBehalfOf?: Asking | undefined;
  calledFrom?: CalledFrom | undefined;
  locale?: Locale;
  log?: Logger;
  origin?: string;
};

/** Instead of a company id: the platform itself, its files and its work. */
export const PLATFORM = 0;

export const SYSTEM: SystemActor = { kind: 'system' };

export async function openScope(kernel: Kernel, options: ScopeOptions): Promise<Scope> {
  const database = await kernel.tenants.open(options.companyId);
  return createScope(kernel, database, { ...options, timeZone: await kernel.timeZoneOf(options.companyId) });
}

export function systemScope(kernel: Kernel, companyId: number): Promise<Scope> {
  return openScope(kernel, { companyId, actor: SYSTEM });
}

export function systemScopeFor(asking: Scope, companyId: number): Promise<Scope> {
  const { kernel, actor, calledFrom, origin } = asking;
  const onBehalfOf = actor.kind === 'user' ? actor : asking.onBehalfOf;
  return openScope(kernel, { companyId, actor: SYSTEM, onBehalfOf, calledFrom, origin });
}

export async function systemScopeOn(
  kernel: Kernel,
  companyId: number,
  database: TenantDatabase,
): Promise<Scope> {
  const timeZone = await kernel.timeZoneOf(companyId);
  return createScope(kernel, database, { companyId, actor: SYSTEM, timeZone });
}

type ZonedOptions = ScopeOptions & { timeZone: string };

function createScope(kernel: Kernel, database: TenantDatabase, options: ZonedOptions): Scope {
  const locale = options.locale ?? 'pt';
  // A listener serves other readers: the Host header of one caller must not reach them.
  const receivedBy = () =>
    options.origin === undefined ? scope : createScope(kernel, database, { ...options, origin: undefined });
  const scope: Scope = {
    companyId: options.companyId,
    actor: options.actor,
    ...(options.onBehalfOf && { onBehalfOf: options.onBehalfOf }),
    ...(options.calledFrom && { calledFrom: options.calledFrom }),
    locale,
    t: kernel.translations.t(locale),
    log: options.log ?? kernel.log,
    kernel,
    timeZone: options.timeZone,
    origin: options.origin ?? kernel.config.publicUrl ?? '',
    db: database.db,
    slowDb: database.slowDb,
    remember: database.remember,
    asOf: kernel.bus.stampOf(options.companyId),
    now: kernel.clock,
    write: <T>(work: (tx: Scope) => PromiseLike<T>) =>
      refusalOfGuests(options.actor) ??
      writeWith(
        scope,
        (run: (db: TenantReader & Wrote) => Promise<T>) => database.write(run),
        work,
        (events) => void kernel.bus.publish(receivedBy(), events as Event[]),
        (tx, events) => kernel.steps.take(tx, 'committing', { events: events as Event[] }),
      ),
    emit(type, data) {
      void kernel.bus.publish(receivedBy(), [{ type, data } as Event]);
    },
    afterCommit: (callback) => callback(),
  };
  return scope;
}

/** Guests change nothing, whatever route they use. */
export function refusalOfGuests(actor: Actor): Promise<never> | undefined {
  const isGuest = actor.kind === 'user' && actor.home !== undefined;
  return isGuest ? Promise.reject(new AppError('ERR_READ_ONLY')) : undefined;
}

export function asSystem(scope: Scope): Scope {
  const { actor } = scope;
  const onBehalfOf = actor.kind === 'user' ? actor : scope.onBehalfOf;
  const asked = onBehalfOf && { onBehalfOf };
  return { ...scope, ...asked, actor: SYSTEM, write: (work) => scope.write((tx) => work(asSystem(tx))) };
}
