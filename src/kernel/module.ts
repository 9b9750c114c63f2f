import type { Column } from 'drizzle-orm';
import type { EventName, Listener, PlatformEventName, PlatformListener } from './bus.ts';
import type { Chore, StartWork } from './chores.ts';
import type { Job } from './cron.ts';
import type { PlanFlag } from './db/plan-flags.ts';
import type { ErrorCode, ErrorStatuses } from './errors.ts';
import type { Endpoint, Page } from './http/route.ts';
import type { OutboxHandler, OutboxKind } from './outbox.ts';
import type { Actor, Kernel, Scope } from './scope.ts';
import type { Step, StepName } from './steps.ts';
import type { UndoHandler, UndoKind } from './undo.ts';

/** What a module brings with it: its errors, its events, the kinds of its outbox rows and of its offers to undo. */
type Brings = {
  errors?: ErrorCode;
  events?: EventName;
  platformEvents?: PlatformEventName;
  outbox?: OutboxKind;
  undo?: UndoKind;
};
type Brought<B extends Brings, K extends keyof Brings> = B[K] extends PropertyKey ? B[K] : never;

type Listeners<E extends EventName> = { [K in E]: Listener<K> };
/** A part that is missing only where there is nothing to handle. */
type Part<Key extends string, All> = [keyof All] extends [never] ? { [K in Key]?: All } : { [K in Key]: All };

/** Kind and name of a stored file, for who may open it. */
export type Medium = { mime: string; name: string | null };
export type MediaReader = {
  /** Where the key stands. */
  column: Column;
  /** Undefined when it is none of theirs, or not the reader's. */
  find(scope: Scope, key: string): Promise<Medium | undefined>;
};

export type Place = {
  key: string;
  href: string;
  icon: string;
  section: 'main' | 'admin';
  /** From top to bottom within its section. */
  position: number;
  isFor: (actor: Actor) => boolean;
  /** What the company's plan must have. */
  plan?: PlanFlag;
  badge?: (scope: Scope) => Promise<'warning' | number | null>;
  badgeChannels?: string[];
};

/** Everything one module adds to the house; what it brings it must handle, or it does not compile. */
export type Module<B extends Brings = Brings> = {
  name: string;
  endpoints?: Endpoint[];
  pages?: Page[];
  /** Its screens, as the menu shows them. */
  menu?: Place[];
  /** Events of modules below it that it hears too. */
  hears?: Partial<Listeners<EventName>>;
  /** Its part in what modules below it do, in the same transaction. */
  steps?: { [K in StepName]?: Step<K> };
  /** Who may open the files that its tables name. */
  media?: MediaReader[];
  /** What the clock does for a company whose moment has come, and the start for every one that wants it. */
  chores?: Chore[];
  atStart?: StartWork[];
  /** What it notices for as long as the desk lives. */
  watch?: (kernel: Kernel) => { stop(): void };
  /** What the clock does for the platform. */
  jobs?: (kernel: Kernel) => Job[];
} & Part<'errors', Pick<ErrorStatuses, Brought<B, 'errors'>>> &
  Part<'listeners', Listeners<Brought<B, 'events'>>> &
  Part<'platformListeners', { [K in Brought<B, 'platformEvents'>]: PlatformListener<K> }> &
  Part<'outbox', { [K in Brought<B, 'outbox'>]: OutboxHandler<K> }> &
  Part<'undo', { [K in Brought<B, 'undo'>]: UndoHandler<K> }>;

/** Says what a module adds to the house. */
export function defineModule<B extends Brings = Record<never, never>>(module: Module<B>): Module<B> {
  return module;
}
