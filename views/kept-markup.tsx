import { LRUCache } from 'lru-cache';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import type { Draw } from './draw.tsx';
import { type I18n, I18nProvider } from './i18n.tsx';

/** Letters of all that is kept, with what it is found by: two to four megabytes. */
const MOST_LETTERS = 2_000_000;

const kept = new LRUCache<string, string>({
  maxSize: MOST_LETTERS,
  sizeCalculation: (html, key) => html.length + key.length,
});

const numbers = new Map<unknown, number>();

function numberOf(component: unknown): number {
  const number = numbers.get(component) ?? numbers.size;
  numbers.set(component, number);
  return number;
}

/** Everything that is drawn stands in the key, so nobody gets what another person or company may see. */
export function keepMarkup(i18n: I18n): Draw {
  const reader = `${i18n.locale} ${i18n.timeZone}`;
  return (of, props) => {
    const key = `${numberOf(of)} ${reader} ${JSON.stringify(props)}`;
    const known = kept.get(key);
    if (known !== undefined) return { dangerouslySetInnerHTML: { __html: known } };
    const Part = of as ComponentType<object>;
    const html = renderToString(
      <I18nProvider value={i18n}>
        <Part {...props} />
      </I18nProvider>,
    );
    kept.set(key, html);
    return { dangerouslySetInnerHTML: { __html: html } };
  };
}
