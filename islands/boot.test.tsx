import { afterAll, beforeAll, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { refusalOf } from '@test/support/refusal.ts';
import { until as untilFound } from '@test/support/until.ts';
import { useT } from '@views/i18n.tsx';
import { Island } from '@views/island.tsx';
import { renderDocument, renderFragment } from '@views/render.tsx';
import type { ShellProps } from '@views/shell.ts';
import { useEffect, useState } from 'react';
import { createTranslate } from './translate.ts';

withDom();

const texts = { todolist: { unread_one: '{{count}} mensagem', unread_other: '{{count}} mensagens' } };
const i18n = { locale: 'pt' as const, timeZone: 'America/Sao_Paulo', t: createTranslate(texts, 'pt') };
const addresses = { todolist: '/build/texts-todolist-pt.json' };
const assets = {
  script: '/build/client.js',
  style: '/build/workspace.css',
  officeStyle: '/build/office.css',
  texts: { pt: addresses, en: {}, es: {} },
};

const fetched: string[] = [];
const browserFetch = globalThis.fetch;
beforeAll(() => {
  globalThis.fetch = (async (address: string) => {
    fetched.push(address);
    return Response.json(texts);
  }) as typeof fetch;
});
afterAll(() => {
  globalThis.fetch = browserFetch;
});

let alive = 0;

function Counter({ start }: { start: number }) {
  const [count, setCount] = useState(start);
  const t = useT();
  useEffect(() => {
    alive += 1;
    return () => {
      alive -= 1;
    };
  }, []);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {t('todolist:unread', { count })}
    </button>
  );
}

const Nested = () => island;
const island = <Island of={Counter} name="counter" props={{ start: 1 }} namespaces={['todolist']} />;
const known = { counter: async () => Counter };

function shell(children: React.ReactNode): ShellProps {
  const about = { title: 'T', active: '', nonce: 'n', theme: null, viewer: null, menu: [], toasts: [] };
  return { ...about, version: '0', layout: 'bare', children };
}

function open(html: string): void {
  document.documentElement.dataset.locale = 'pt';
  document.body.innerHTML = /<body[^>]*>(.*)<\/body>/s.exec(html)?.[1] ?? html;
}

const button = () => document.querySelector('[data-island] button') as HTMLButtonElement;

const until = (isDone: () => boolean) => untilFound('the island changes', isDone, { stepMs: 1 });

test('hydrates an island without replacing it, handles clicks and uses the page language', async () => {
  const { bootIslands } = await import('./boot.tsx');
  open(renderDocument(shell(island), i18n, assets));
  const before = button();
  expect(before.textContent).toBe('1 mensagem');
  await bootIslands(known);
  before.click();
  await until(() => button().textContent === '2 mensagens');
  expect(button()).toBe(before);
  document.body.replaceChildren();
  await bootIslands(known);
  await until(() => alive === 0);
});

test('boots islands added by htmx and unmounts removed ones', async () => {
  const { bootIslands } = await import('./boot.tsx');
  open(renderFragment(island, i18n, addresses));
  await bootIslands(known);
  expect(document.querySelector('[data-island]')?.hasAttribute('data-alive')).toBe(true);
  await until(() => alive === 1);
  document.body.replaceChildren();
  await bootIslands(known);
  await until(() => alive === 0);
});

test('an island whose script did not come is loaded again', async () => {
  const { bootIslands } = await import('./boot.tsx');
  open(renderFragment(island, i18n, addresses));
  const loads = [() => Promise.reject(new Error('the network')), async () => Counter];
  const flaky = {
    counter: async () => (loads.shift() ?? (() => Promise.reject(new Error('a third time'))))(),
  };
  expect(await refusalOf(bootIslands(flaky))).toContain('the network');
  for (let n = 0; n < 2; n += 1) await bootIslands(flaky);
  await until(() => alive === 1);
  document.body.replaceChildren();
  await bootIslands(known);
  await until(() => alive === 0);
});

test('throws with the name of an island that has no loader', async () => {
  const { bootIslands } = await import('./boot.tsx');
  open(renderFragment(island, i18n, addresses));
  expect(bootIslands({})).rejects.toThrow('island "counter" is in no manifest');
});

test('rejects nested islands and names both', () => {
  const outer = <Island of={Nested} name="outer" props={{}} namespaces={[]} />;
  expect(() => renderFragment(outer, i18n, addresses)).toThrow(
    'Island "counter" is nested in island "outer"',
  );
});

test('the texts of islands are fetched once, however many of them come to the page', () => {
  expect(fetched).toEqual([addresses.todolist]);
});
