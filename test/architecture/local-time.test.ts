import { describe, expect, test } from 'bun:test';
import { isProduct, listSources } from './sources.ts';

/** The process has one time zone and each company its own: dates are computed and shown in a zone that is given. */
const LOCAL_METHOD = /\.(?:get|set)(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds)\(/;
const TO_TEXT = /\.toLocale(?:Date|Time|)String\(|\bnew Intl\.DateTimeFormat\(/g;
/** Numbers have `toLocaleString` too. */
const OF_NUMBER = /\.toLocaleString\((?!.*\b(?:hour|day|month|year|dateStyle|timeStyle)\b)/s;
const PROCESS_ZONE =
  /\.getTimezoneOffset\(|\.to(?:Date|Time)String\(|Temporal\.Now\.|\bprocess\.env\.TZ\b|resolvedOptions\(\)\.timeZone/;
const NAMES_ZONE = /\btimeZone\b/;

/** Where no company is known, or all of them are meant. */
const USES_SERVER_ZONE: Record<string, string> = {
  'src/modules/companies/companies.queries.ts': 'the default of a company without a time zone of its own',
  'src/modules/sign-up/sign-up.service.ts': 'a company that does not exist yet',
  'src/modules/back-office/companies.pages.tsx': 'the form names the default',
  'src/modules/back-office/platform.queries.ts': 'the months of the whole platform',
  'src/modules/billing/platform-billing.pages.tsx': 'the months of the whole platform',
  'src/modules/backups/backups.service.ts': 'mails to the operator',
  'src/modules/status/alert-mails.service.ts': 'mails to the operator',
  'src/web/renderer.ts': 'pages without a company: sign-in, sign-up, the trust page',
  'src/dependencies.ts': 'jobs of the whole server',
  'demo/phones/simulator.pages.tsx': 'the phones of all companies’ customers',
};

/** The dates of all pages; the others write names of months. */
const WRITES_DATES = ['views/pages/campaigns/plan-text.ts', 'views/parts/messages/dates.ts'];

const sources = listSources('{ts,tsx}', ['src', 'views', 'islands', 'db', 'demo']).filter(isProduct);

function callAt(text: string, start: number): string {
  let depth = 0;
  for (let at = text.indexOf('(', start); at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return text.slice(start, at + 1);
  }
  return text.slice(start);
}

function faultsOf(text: string): string[] {
  const shown = [...text.matchAll(TO_TEXT)].map(({ index }) => callAt(text, index));
  return [
    ...(LOCAL_METHOD.exec(text) ?? []),
    ...(PROCESS_ZONE.exec(text) ?? []),
    ...shown.filter((call) => !OF_NUMBER.test(call) && !NAMES_ZONE.test(call)),
  ];
}

describe('local time', () => {
  test.each([
    ['at.getHours()', 1],
    ['at.setDate(1)', 1],
    ['at.getTimezoneOffset()', 1],
    ['Temporal.Now.plainDateISO()', 1],
    ["at.toLocaleDateString('pt-BR')", 1],
    ["new Intl.DateTimeFormat('pt', { hour: 'numeric' })", 1],
    ["at.toLocaleTimeString('pt-BR', { timeZone, hour: 'numeric' })", 0],
    ["new Intl.DateTimeFormat('pt', { hour: one(two), timeZone: scope.timeZone })", 0],
    ['at.getTime() + at.getUTCHours()', 0],
    ['count.toLocaleString(locale)', 0],
    ["at.toLocaleString('pt', { dateStyle: 'long' })", 1],
  ])('%s has %p faults', (text, expected) => expect(faultsOf(text)).toHaveLength(expected));

  test('is never that of the process', () => {
    const found = sources.flatMap(({ path, text }) => faultsOf(text).map((fault) => `${path} ${fault}`));
    expect(found).toEqual([]);
  });

  test('of the server is used only where no company is meant', () => {
    const users = sources.filter(
      ({ text }) => /\bconfig\.timeZone\b/.test(text) || /\{[^}]*\btimeZone\b[^}]*\} = \S*config;/.test(text),
    );
    expect(users.map(({ path }) => path).sort()).toEqual(Object.keys(USES_SERVER_ZONE).sort());
  });

  test('is formatted for pages in one module', () => {
    const pages = sources.filter(({ path }) => path.startsWith('views/'));
    const writes = ({ text }: { text: string }) =>
      [...text.matchAll(TO_TEXT)].some(({ index }) => !OF_NUMBER.test(callAt(text, index))) ||
      /formatDate\([^\n]*formatTime\(/.test(text);
    expect(pages.filter(writes).map(({ path }) => path)).toEqual(WRITES_DATES);
  });
});
