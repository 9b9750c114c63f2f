import { yieldToLoop } from './clock.ts';
import type { Logger } from './log.ts';
import type { PlatformScope } from './platform-scope.ts';
import type { Scope } from './scope.ts';

/** Modules add theirs: `declare module '@/core/events.ts' { interface EventMap { 'tag.changed': … } }` */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by declaration merging
export interface EventMap {}

// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by declaration merging
export interface PlatformEventMap {}

export type EventName = keyof EventMap;
export type PlatformEventName = keyof PlatformEventMap;
export type AnyEvent = { type: string; data: unknown };
export type Event = { [K in EventName]: { type: K; data: EventMap[K] } }[EventName];
export type Listener<K extends EventName> = (scope: Scope, data: EventMap[K]) => Promise<void> | void;

export type PlatformListener<K extends PlatformEventName> = (
  scope: PlatformScope,
  data: PlatformEventMap[K],
) => Promise<void> | void;

export type PlatformHandler<K extends PlatformEventName> = {
  isForEachNode: boolean;
  run: PlatformListener<K>;
};

/** Runs where the event happened: it writes, or sends a mail. */
export const onOneNode = <K extends PlatformEventName>(run: PlatformListener<K>): PlatformHandler<K> => ({
  isForEachNode: false,
  run,
});

/** Runs at every node, for the pages that are open there; the event's data are sent as JSON. */
export const onEachNode = <K extends PlatformEventName>(run: PlatformListener<K>): PlatformHandler<K> => ({
  isForEachNode: true,
  run,
});

export type Bus = {
  on<K extends EventName>(type: K, listener: Listener<K>): void;
  onPlatform<K extends PlatformEventName>(type: K, handler: PlatformHandler<K>): void;
  /** Listeners run in order; a failing one is logged and does not stop the others. */
  publish(scope: Scope, events: Event[]): Promise<void>;
  publishPlatform(scope: PlatformScope, events: AnyEvent[]): Promise<void>;
  /** For events that another node published. */
  receivePlatform(scope: PlatformScope, events: AnyEvent[]): Promise<void>;
  /** Equal stamps of a company: no event was published between them. */
  stampOf(companyId: number): string;
  idle(): Promise<void>;
};

type AnyScope = Scope | PlatformScope;
type AnyListener = (scope: never, data: never) => Promise<void> | void;

/** A listener may render for many sockets without pausing. */
const EVENTS_PER_BATCH = 10;

/** `run` is another text after each start; `broadcast` sends events to the other nodes. */
export function createBus(log: Logger, run: string, broadcast?: (events: AnyEvent[]) => void): Bus {
  const published = new Map<number, number>();
  const ofCompanies = new Map<string, AnyListener[]>();
  const ofPlatform = new Map<string, AnyListener[]>();
  const forEachNode = new Set<string>();
  const running = new Set<Promise<void>>();
  const isForEachNode = ({ type }: AnyEvent) => forEachNode.has(type);

  async function notifyListeners(listeners: AnyListener[], scope: AnyScope, event: AnyEvent): Promise<void> {
    for (const listener of listeners) {
      try {
        await listener(scope as never, event.data as never);
      } catch (error) {
        const companyId = 'companyId' in scope ? scope.companyId : undefined;
        log.error({ err: error, event: event.type, companyId }, 'a listener failed');
      }
    }
  }

  function publish(
    listeners: Map<string, AnyListener[]>,
    scope: AnyScope,
    events: AnyEvent[],
  ): Promise<void> {
    const work = (async () => {
      for (const [index, event] of events.entries()) {
        await notifyListeners(listeners.get(event.type) ?? [], scope, event);
        if (index % EVENTS_PER_BATCH === EVENTS_PER_BATCH - 1) await yieldToLoop();
      }
    })();
    running.add(work);
    return work.finally(() => running.delete(work));
  }

  return {
    on: (type, listener) => add(ofCompanies, type, listener),
    onPlatform(type, { run, isForEachNode }) {
      add(ofPlatform, type, run);
      if (isForEachNode) forEachNode.add(type);
    },
    publish(scope, events) {
      published.set(scope.companyId, (published.get(scope.companyId) ?? 0) + events.length);
      return publish(ofCompanies, scope, events);
    },
    publishPlatform(scope, events) {
      const sent = events.filter(isForEachNode);
      if (sent.length > 0) broadcast?.(sent);
      return publish(ofPlatform, scope, events);
    },
    receivePlatform: (scope, events) => publish(ofPlatform, scope, events.filter(isForEachNode)),
    stampOf: (companyId) => `${run}.${published.get(companyId) ?? 0}`,
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

function add(listeners: Map<string, AnyListener[]>, type: string, listener: unknown): void {
  listeners.set(type, [...(listeners.get(type) ?? []), listener as AnyListener]);
}
