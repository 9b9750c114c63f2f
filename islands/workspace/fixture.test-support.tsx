import { I18nProvider } from '@views/i18n.tsx';
import { act, type ComponentType } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { loadTranslations } from '@/core/i18n.ts';
import { live } from '../live/live.ts';
import { AS_OF } from './fixtures.test-support.ts';

const translations = loadTranslations();
const i18n = { locale: 'pt' as const, timeZone: 'America/Sao_Paulo', t: translations.t('pt') };

export type Call = { method: string; path: string; body: unknown };

class TestSocket extends EventTarget {
  static last: TestSocket | undefined;
  readonly readyState = 1;
  constructor() {
    super();
    TestSocket.last = this;
  }
  send(): void {}
  close(): void {}
}

export async function fixture<P extends object>(
  Component: ComponentType<P>,
  props: P,
  reply: (call: Call) => unknown = () => ({}),
) {
  const calls: Call[] = [];
  const complaints: unknown[] = [];
  const ownFetch = globalThis.fetch;
  const ownSocket = globalThis.WebSocket;
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, WebSocket: TestSocket });
  live.start();
  const ready = JSON.stringify({ channel: 'ready', data: { asOf: AS_OF } });
  TestSocket.last?.dispatchEvent(new MessageEvent('message', { data: ready }));
  globalThis.fetch = (async (input: string, init?: RequestInit) => {
    const call = {
      method: init?.method ?? 'GET',
      path: String(input),
      body: typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : init?.body,
    };
    calls.push(call);
    const answer = await reply(call);
    return answer instanceof Response ? answer : Response.json(answer);
  }) as typeof fetch;

  const tree = (
    <I18nProvider value={i18n}>
      <Component {...props} />
    </I18nProvider>
  );
  const host = document.createElement('div');
  host.innerHTML = renderToString(tree);
  document.body.append(host);
  const before = host.innerHTML;
  let root: Root | undefined;
  await act(async () => {
    root = hydrateRoot(host, tree, { onRecoverableError: (error) => void complaints.push(error) });
  });

  return {
    host,
    before,
    calls,
    complaints,
    find: <E extends HTMLElement>(selector: string): E => {
      const found = host.querySelector<E>(selector);
      if (!found) throw new Error(`nothing matches ${selector}`);
      return found;
    },
    onEvent: (channel: string, data: unknown) =>
      act(async () => {
        TestSocket.last?.dispatchEvent(
          new MessageEvent('message', { data: JSON.stringify({ channel, data }) }),
        );
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }),
    act: (work: () => unknown) => act(async () => void (await work())),
    async end(): Promise<void> {
      await act(async () => root?.unmount());
      host.remove();
      localStorage.clear();
      globalThis.fetch = ownFetch;
      globalThis.WebSocket = ownSocket;
    },
  };
}
