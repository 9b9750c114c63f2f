import { expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { until as untilFound } from '@test/support/until.ts';
import { useT } from '@views/i18n.tsx';
import { Island } from '@views/island.tsx';
import { renderDocument, renderFragment } from '@views/render.tsx';
import type { ShellProps } from '@views/shell.ts';
import { useEffect, useState } from 'react';
import { createTranslate } from './translate.ts';

withDom();

const texts = { counter: { unread_one: '{{count}} mensagem', unread_other: '{{count}} mensagens' } };
const i18n = { locale: 'pt' as const, timeZone: 'America/Sao_Paulo', t: createTranslate(texts, 'pt') };
const strings = (namespace: string) => texts[namespace as 'counter'] ?? {};
const assets = {
  script: '/build/client.js',
  style: '/build/workspace.css',
  officeStyle: '/build/office.css',
};

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
      {t('counter:unread', { count })}
    </button>
  );
}

const Nested = () => island;
const island = <Island of={Counter} name="counter" props={{ start: 1 }} namespaces={['counter']} />;
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
  open(renderDocument(shell(island), i18n, strings, assets));
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

test('boots islands added by htmx with their strings and unmounts removed ones', async () => {
  const { bootIslands } = await import('./boot.tsx');
  open(renderFragment(island, i18n, strings));
  expect(document.querySelector('script[data-strings]')?.textContent).toContain('mensagens');
  await bootIslands(known);
  expect(document.querySelector('[data-island]')?.hasAttribute('data-alive')).toBe(true);
  expect(document.querySelector('script[data-strings]')).toBeNull();
  await until(() => alive === 1);
  document.body.replaceChildren();
  await bootIslands(known);
  await until(() => alive === 0);
});

test('throws with the name of an island that has no loader', async () => {
  const { bootIslands } = await import('./boot.tsx');
  open(renderFragment(island, i18n, strings));
  expect(bootIslands({})).rejects.toThrow('island "counter" is in no manifest');
});

test('rejects nested islands and names both', () => {
  const outer = <Island of={Nested} name="outer" props={{}} namespaces={[]} />;
  expect(() => renderFragment(outer, i18n, strings)).toThrow('Island "counter" is nested in island "outer"');
});

test('includes only the strings of the islands on the page', () => {
  const asked: string[] = [];
  const listen = (namespace: string) => {
    asked.push(namespace);
    return strings(namespace);
  };
  expect(renderFragment(<p>none</p>, i18n, listen)).toBe('<p>none</p>');
  renderDocument(shell(island), i18n, listen, assets);
  expect(asked).toEqual(['counter']);
});
