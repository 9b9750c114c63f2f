import { LRUCache } from 'lru-cache';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { type I18n, I18nProvider } from './i18n.tsx';
import type { Render } from './render-context.tsx';

/** Characters of all entries and their keys: two to four megabytes. */
const MAX_LETTERS = 2_000_000;

const stored = new LRUCache<string, string>({
  maxSize: MAX_LETTERS,
  sizeCalculation: (html, key) => html.length + key.length,
});

const numbers = new Map<unknown, number>();

function numberOf(component: unknown): number {
  const number = numbers.get(component) ?? numbers.size;
  numbers.set(component, number);
  return number;
}

/** The key contains everything rendered, so that nobody gets what another person or company may see. */
export function cacheMarkup(i18n: I18n): Render {
  const reader = `${i18n.locale} ${i18n.timeZone}`;
  return (of, props) => {
    const key = `${numberOf(of)} ${reader} ${JSON.stringify(props)}`;
    const known = stored.get(key);
    if (known !== undefined) return { dangerouslySetInnerHTML: { __html: known } };
    const Part = of as ComponentType<object>;
    const html = renderToString(
      <I18nProvider value={i18n}>
        <Part {...props} />
      </I18nProvider>,
    );
    stored.set(key, html);
    return { dangerouslySetInnerHTML: { __html: html } };
  };
}
