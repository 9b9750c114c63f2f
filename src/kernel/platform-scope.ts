import type { PlatformEventMap, PlatformEventName } from './bus.ts';
import type { PlatformReader } from './db/platform.ts';
import type { Remember } from './db/table-stamps.ts';
import { writeWith } from './effects.ts';
import type { Locale, Translate } from './i18n.ts';
import type { Logger } from './log.ts';
import { type Actor, type Kernel, type Scope, SYSTEM } from './scope.ts';

/** One piece of work for the platform itself: companies, plans, what all of them are told. */
export type PlatformScope = {
  actor: Actor;
  locale: Locale;
  /** In the reader's language. */
  t: Translate;
  log: Logger;
  kernel: Kernel;
  /** Reads; inside a write, that write's transaction. */
  db: PlatformReader;
  /** What is true until one of those tables is written; inside a write it is always read. */
  remember: Remember;
  now(): Date;
  /** As a company's: alone, joined by verbs called with the scope it receives, events after the commit. */
  write<T>(work: (tx: PlatformScope) => PromiseLike<T>): Promise<T>;
  emit<K extends PlatformEventName>(type: K, data: PlatformEventMap[K]): void;
  /** Once per function and write, after its commit; at once outside a write. */
  afterCommit(callback: () => void): void;
};

type PlatformScopeOptions = { actor?: Actor; locale?: Locale; log?: Logger };

/** Without an actor: work that no person asked for. */
export function platformScope(kernel: Kernel, options: PlatformScopeOptions = {}): PlatformScope {
  const { actor = SYSTEM, locale = 'pt', log = kernel.log } = options;
  const { platform } = kernel;
  const scope: PlatformScope = {
    actor,
    locale,
    t: kernel.translations.t(locale),
    log,
    kernel,
    db: platform.db,
    remember: platform.remember,
    now: kernel.clock,
    write: <T>(work: (tx: PlatformScope) => PromiseLike<T>) =>
      writeWith(
        scope,
        (run: (db: PlatformReader) => Promise<T>) => platform.write(run),
        work,
        (events) => void kernel.bus.publishPlatform(scope, events),
      ),
    emit(type, data) {
      void kernel.bus.publishPlatform(scope, [{ type, data }]);
    },
    afterCommit: (callback) => callback(),
  };
  return scope;
}

/** The platform, to the same person: what they may do there their rules decide. */
export function platformOf({ kernel, actor, locale, log }: Scope): PlatformScope {
  return platformScope(kernel, { actor, locale, log });
}
