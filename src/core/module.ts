import type { Column } from 'drizzle-orm';
import type { ErrorCode, ErrorStatuses } from './errors.ts';
import type { EventName, Listener, PlatformEventName, PlatformHandler } from './events.ts';
import type { Endpoint, Page } from './http/routing/route.ts';
import type { PlatformScope } from './platform-scope.ts';
import type { CompanyJob, StartWork } from './queue/company-jobs.ts';
import type { Job } from './queue/cron.ts';
import type { OutboxHandler, OutboxKind } from './queue/outbox.ts';
import type { ClientMessage } from './realtime/client-messages.ts';
import type { ContractNames } from './realtime/contract-events.ts';
import type { SocketMessage } from './realtime/socket-messages.ts';
import type { Kernel, Scope, Services } from './scope.ts';
import type { Step, StepName } from './steps.ts';
import type { UndoHandler, UndoKind } from './undo.ts';

type Brings = {
  errors?: ErrorCode;
  events?: EventName;
  platformEvents?: PlatformEventName;
  outbox?: OutboxKind;
  undo?: UndoKind;
  services?: keyof Services;
};
type Brought<B extends Brings, K extends keyof Brings> = B[K] extends PropertyKey ? B[K] : never;

type Listeners<E extends EventName> = { [K in E]: Listener<K> };
type Part<Key extends string, All> = [keyof All] extends [never] ? { [K in Key]?: All } : { [K in Key]: All };

export type Medium = { mime: string; name: string | null; isClean?: boolean };
export type MediaReader = {
  column: Column;
  /** Undefined when the key is not this module's, or the reader may not see it. */
  find(scope: Scope, key: string): Promise<Medium | undefined>;
};

export type PublicMediaReader = (scope: PlatformScope, key: string) => Promise<Medium | undefined>;

// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by declaration merging
export interface Features {}
export type Feature = keyof Features;

// biome-ignore lint/suspicious/noEmptyInterface: those who compose modules fill it by declaration merging
export interface ModuleParts {}

/** A module must handle each error, event, outbox kind, undo kind and service that it declares. */
export type Module<B extends Brings = Brings> = {
  name: string;
  endpoints?: Endpoint[];
  pages?: Page[];
  subscriptions?: Partial<Listeners<EventName>>;
  /** Run inside the transaction of the lower module that takes the step. */
  steps?: { [K in StepName]?: Step<K> };
  media?: MediaReader[];
  publicMedia?: PublicMediaReader[];
  companyJobs?: CompanyJob[];
  atStart?: StartWork[];
  pageMessages?: (kernel: Kernel) => SocketMessage[];
  clientMessages?: (kernel: Kernel) => ClientMessage[];
  contract?: ContractNames;
  watch?: (kernel: Kernel) => { stop(): void };
  jobs?: (kernel: Kernel) => Job[];
  /** Among several processes only the one that owns the platform does them. */
  platformJobs?: (kernel: Kernel) => Job[];
} & ModuleParts &
  Part<'errors', Pick<ErrorStatuses, Brought<B, 'errors'>>> &
  Part<'listeners', Listeners<Brought<B, 'events'>>> &
  Part<'platformListeners', { [K in Brought<B, 'platformEvents'>]: PlatformHandler<K> }> &
  Part<'outbox', { [K in Brought<B, 'outbox'>]: OutboxHandler<K> }> &
  Part<'undo', { [K in Brought<B, 'undo'>]: UndoHandler<K> }> &
  Part<'services', { [K in Brought<B, 'services'>]: (kernel: Kernel) => Services[K] }>;

export function defineModule<B extends Brings = Record<never, never>>(module: Module<B>): Module<B> {
  return module;
}
