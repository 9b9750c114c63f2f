import { afterAll, afterEach, beforeAll } from 'bun:test';
import { GlobalRegistrator } from '@happy-dom/global-registrator';

/** The server code under test needs Bun's own. */
const GLOBALS = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'Blob',
  'File',
  'URL',
  'URLSearchParams',
  'AbortController',
  'AbortSignal',
  'WebSocket',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'TextEncoder',
  'TextDecoder',
  'crypto',
  'performance',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'queueMicrotask',
] as const;

export function withDom(): void {
  beforeAll(() => {
    const own = new Map(GLOBALS.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));
    GlobalRegistrator.register({ url: 'http://desk.test/' });
    for (const [name, descriptor] of own) if (descriptor) Object.defineProperty(globalThis, name, descriptor);
  });
  afterEach(() => {
    document.head.replaceChildren();
    document.body.replaceChildren();
  });
  afterAll(async () => {
    // React finishes its last work on later turns of the loop, and reads `window` there.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    await GlobalRegistrator.unregister();
  });
}
