import { expect, test } from 'bun:test';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Compared } from '@/modules/dashboard/dashboard.views.ts';
import { ComparedParts } from './compared.tsx';

const none = { now: null, before: null };
const textOf = (rating: Compared): string => {
  const sends = { failed: 0, campaigns: { sends: 0, replies: 0 } };
  const lists = { slowest: [], missed: [], missedCount: 0 };
  const compared = { finished: none, answer: none, resolution: none, ...lists, ...sends, rating };
  const html = renderToStaticMarkup(<ComparedParts compared={compared} filter={{ days: 7 }} days={{}} />);
  return /data-change="rating".*?dash-before[^>]*>(?:<a[^>]*>)?([^<]*)</s.exec(html)?.[1] ?? '';
};

test.each([
  [{ now: 2.64, before: 2.58 }, 'dashboard:compared.same'],
  [{ now: 2.64, before: 2.5 }, 'dashboard:compared.more'],
  [{ now: 2.5, before: 2.64 }, 'dashboard:compared.less'],
  [{ now: 2.5, before: null }, 'dashboard:compared.noBefore'],
])('%o reads %s: a change too small to be shown is none', (rating, text) => {
  expect(textOf(rating)).toContain(text);
});
