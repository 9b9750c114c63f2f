import type { Column } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { EventName, Listener, PlatformEventName, PlatformListener } from './bus.ts';
import type { Chore, StartWork } from './chores.ts';
import type { Job } from './cron.ts';
import type { PlanFlag } from './db/plan-flags.ts';
import type { ErrorCode, ErrorStatuses } from './errors.ts';
import type { Endpoint, Page } from './http/route.ts';
import type { ClientWord } from './live/client-words.ts';
import type { ContractNames } from './live/contract-events.ts';
import type { Word } from './live/words.ts';
import type { OutboxHandler, OutboxKind } from './outbox.ts';
import type { PlatformScope } from './platform-scope.ts';
import type { Actor, Kernel, Scope, Services } from './scope.ts';
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

/** Of a file of the platform, which anybody opens who knows its name. */
export type PublicMediaReader = {
  column: SQLiteColumn;
  find(scope: PlatformScope, key: string): Promise<Medium | undefined>;
};

export type Place = {
  key: string;
  /** Key of one of the module's own texts. */
  label: string;
  href: string;
  icon: string;
  /** Of 'top' `href` is what the popover in the top bar shows. */
  section: 'main' | 'admin' | 'top';
  position: number;
  isFor: (actor: Actor) => boolean;
  plan?: PlanFlag;
  badge?: (scope: Scope) => Promise<'warning' | number | null>;
  badgeChannels?: string[];
  /** A key of the module's texts, said when the badge is fetched anew. */
  alert?: (scope: Scope) => Promise<string | null>;
  /** By the pages of all companies: they come back spread over seconds. */
  isHeardByAll?: boolean;
  /** Its badge counts what waits on the settings tabs. */
  sumsTabs?: true;
};

/** Of the settings page; what brings a person there are the rows of its pages. */
export type SettingsTab = {
  key: string;
  label: string;
  href: string;
  /** From left to right; the platform's own begin at 100. */
  rank: number;
  isFor: (actor: Actor) => boolean;
  isShown?: (scope: Scope) => Promise<boolean>;
  /** For somebody to decide; the live channel tells that there is more, or less. */
  waiting?: { count: (scope: Scope) => Promise<number>; channel: string };
};

/** A module must handle every error, event, outbox kind, undo kind and service that it brings, or it does not compile. */
export type Module<B extends Brings = Brings> = {
  name: string;
  endpoints?: Endpoint[];
  pages?: Page[];
  menu?: Place[];
  settingsTabs?: SettingsTab[];
  /** Events of modules below it, after their commit. */
  hears?: Partial<Listeners<EventName>>;
  /** Run inside the transaction of the module below that takes the step. */
  steps?: { [K in StepName]?: Step<K> };
  media?: MediaReader[];
  publicMedia?: PublicMediaReader[];
  chores?: Chore[];
  atStart?: StartWork[];
  /** Messages that our pages, and existing clients, may send over their sockets. */
  pageWords?: (kernel: Kernel) => Word[];
  clientWords?: (kernel: Kernel) => ClientWord[];
  /** Events that existing clients know by other names than our pages. */
  contract?: ContractNames;
  watch?: (kernel: Kernel) => { stop(): void };
  jobs?: (kernel: Kernel) => Job[];
} & Part<'errors', Pick<ErrorStatuses, Brought<B, 'errors'>>> &
  Part<'listeners', Listeners<Brought<B, 'events'>>> &
  Part<'platformListeners', { [K in Brought<B, 'platformEvents'>]: PlatformListener<K> }> &
  Part<'outbox', { [K in Brought<B, 'outbox'>]: OutboxHandler<K> }> &
  Part<'undo', { [K in Brought<B, 'undo'>]: UndoHandler<K> }> &
  Part<'services', { [K in Brought<B, 'services'>]: (kernel: Kernel) => Services[K] }>;

export function defineModule<B extends Brings = Record<never, never>>(module: Module<B>): Module<B> {
  return module;
}
