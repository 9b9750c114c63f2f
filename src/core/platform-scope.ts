import type { Wrote } from './db/database.ts';
import type { PlatformReader } from './db/platform-database.ts';
import type { PlatformEventMap, PlatformEventName } from './events.ts';
import { type Kernel, refusalOfGuests, type Scope, SYSTEM } from './scope.ts';
import { writeWith } from './scope-transaction.ts';

type Shared = Pick<
  Scope,
  | 'actor'
  | 'calledFrom'
  | 'onBehalfOf'
  | 'locale'
  | 't'
  | 'log'
  | 'kernel'
  | 'remember'
  | 'now'
  | 'afterCommit'
>;

export type PlatformScope = Shared & {
  db: PlatformReader;
  /** Runs alone; service functions called with the scope it receives join. Events are published after the commit. */
  write<T>(work: (tx: PlatformScope) => PromiseLike<T>): Promise<T>;
  emit<K extends PlatformEventName>(type: K, data: PlatformEventMap[K]): void;
};

type PlatformScopeOptions = Partial<Pick<Scope, 'actor' | 'calledFrom' | 'onBehalfOf' | 'locale' | 'log'>>;

export function platformScope(kernel: Kernel, options: PlatformScopeOptions = {}): PlatformScope {
  const { actor = SYSTEM, calledFrom, onBehalfOf, locale = 'pt', log = kernel.log } = options;
  const { platform } = kernel;
  const scope: PlatformScope = {
    actor,
    ...(calledFrom && { calledFrom }),
    ...(onBehalfOf && { onBehalfOf }),
    locale,
    t: kernel.translations.t(locale),
    log,
    kernel,
    db: platform.db,
    remember: platform.remember,
    now: kernel.clock,
    write: <T>(work: (tx: PlatformScope) => PromiseLike<T>) =>
      refusalOfGuests(actor) ??
      writeWith(
        scope,
        (run: (db: PlatformReader & Wrote) => Promise<T>) => platform.write(run),
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

export function platformOf(scope: Scope): PlatformScope {
  return platformScope(scope.kernel, scope);
}
