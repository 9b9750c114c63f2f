import type { Logger } from './log.ts';
import type { Scope } from './scope.ts';

/**
 * What may have happened. Modules add their own in `*.events.ts`:
 * `declare module '@/kernel/bus.ts' { interface EventMap { 'tag.changed': { tagId: number } } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by declaration merging
export interface EventMap {}

export type EventName = keyof EventMap;
export type Event = { [K in EventName]: { type: K; data: EventMap[K] } }[EventName];
export type Listener<K extends EventName> = (scope: Scope, data: EventMap[K]) => Promise<void> | void;

export type Bus = {
  on<K extends EventName>(type: K, listener: Listener<K>): void;
  /** Tells every listener, in order; a failing one is logged and costs the others nothing. */
  publish(scope: Scope, events: Event[]): Promise<void>;
  /** Resolves when everything published so far has been heard. */
  idle(): Promise<void>;
};

export function createBus(log: Logger): Bus {
  const listeners = new Map<EventName, Listener<never>[]>();
  const running = new Set<Promise<void>>();

  async function tell(scope: Scope, event: Event): Promise<void> {
    for (const listener of listeners.get(event.type) ?? []) {
      try {
        await listener(scope, event.data as never);
      } catch (error) {
        log.error({ err: error, event: event.type, companyId: scope.companyId }, 'a listener failed');
      }
    }
  }

  return {
    on(type, listener) {
      listeners.set(type, [...(listeners.get(type) ?? []), listener as Listener<never>]);
    },
    publish(scope, events) {
      const work = (async () => {
        for (const event of events) await tell(scope, event);
      })();
      running.add(work);
      return work.finally(() => running.delete(work));
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
