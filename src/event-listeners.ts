import type { Bus } from './core/events.ts';
import { MODULES } from './modules.ts';

export function wireEvents(bus: Bus): void {
  for (const { listeners = {}, subscriptions = {}, platformListeners = {} } of MODULES) {
    for (const [type, listener] of [...Object.entries(listeners), ...Object.entries(subscriptions)])
      bus.on(type as never, listener as never);
    for (const [type, handler] of Object.entries(platformListeners))
      bus.onPlatform(type as never, handler as never);
  }
}
