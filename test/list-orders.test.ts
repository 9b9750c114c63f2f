import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { fileURLToPath } from 'node:url';
import { Glob } from 'bun';
import { PAGES } from '@/web/routes.ts';
import { callOf } from './support/calls.ts';
import type { TestApp } from './support/deps.ts';
import { createFilledApp, type Fixtures } from './support/fixtures.ts';
import { setSuper } from './support/people.ts';

const root = fileURLToPath(new URL('../views', import.meta.url));
const listed = new Set<string>();
for (const file of new Glob('pages/**/*.tsx').scanSync(root)) {
  const source = await Bun.file(`${root}/${file}`).text();
  for (const [, name] of source.matchAll(/<ListPage\s[^>]*?\bname="([\w-]+)"/g)) listed.add(`${name}-rows`);
  for (const [, id] of source.matchAll(/<DataTable\s[^>]*?\bid="([\w-]+)"/g)) listed.add(`${id}`);
}

type Row = { name: string[]; actions: string[] };
type List = { path: string; id: string; text: string; style: string; headers: string[]; rows: Row[] };

let testApp: TestApp;
let fixtures: Fixtures;
const lists: List[] = [];

beforeAll(async () => {
  ({ testApp, fixtures } = await createFilledApp());
  await setSuper(testApp.kernel, testApp.people, 'ana');
  const ana = await testApp.as('ana');
  await ana.json('PUT', '/settings/scheduleType', { value: 'company' });
  for (const row of PAGES.filter(({ method }) => method === 'GET')) {
    const { path } = callOf(row, fixtures);
    const { status, text } = await ana.page(path);
    if (status === 200) lists.push(...listsIn(text, path));
  }
});
afterAll(() => testApp.stop());

function listsIn(html: string, path: string): List[] {
  const texts = new Map(
    [...html.matchAll(/<p id="([\w-]+)-sorted" class="([^"]*)">([^<]*)</g)].map(([, id, style, text]) => [
      id ?? '',
      { style: style ?? '', text: text ?? '' },
    ]),
  );
  return html
    .split('<table class="data-table">')
    .slice(1)
    .map((rest) => {
      const table = rest.slice(0, rest.indexOf('</table>'));
      const id = /<tbody id="([\w-]+)"/.exec(table)?.[1] ?? /<p id="([\w-]+)-sorted"/.exec(table)?.[1] ?? '';
      const headers = [...table.matchAll(/<th\b[^>]*aria-sort="(\w+)"[^>]*>/g)].map(([, sort]) => sort ?? '');
      const rows = table.split('<tr data-key=').slice(1).map(rowOf);
      return { path, id, headers, rows, ...(texts.get(id) ?? { style: '', text: '' }) };
    });
}

function rowOf(html: string): Row {
  const opened = (role: string) => {
    const cell = html.split(/<td /).filter((cell) => /class="([^"]*)"/.exec(cell)?.[1]?.includes(role));
    return [...cell.join('').matchAll(/ (?:hx-get|href)="([^"]+)"/g)].map(([, path]) => path ?? '');
  };
  return { name: opened('cell-title'), actions: opened('cell-actions') };
}

test('every list in the sources appears on a tested page', () => {
  const met = new Set(lists.map(({ id }) => id));
  expect([...listed].filter((id) => !met.has(id))).toEqual([]);
  expect(listed.size).toBeGreaterThan(38);
});

describe('list sort order', () => {
  test('is stated in text that phones show', () => {
    expect(lists.filter(({ text }) => !/^\p{Lu}[\p{L} ,]{7,}$/u.test(text))).toEqual([]);
    expect(lists.filter(({ style }) => !style.split(' ').includes('sorted-words'))).toEqual([]);
  });

  test('is shown in the column header where there is room, else as text', () => {
    const isNotified = ({ headers }: List) => headers.length === 1;
    const isHidden = ({ style }: List) => /min-\[[69]00px\]:hidden/.test(style);
    expect(lists.filter((list) => isNotified(list) !== isHidden(list))).toEqual([]);
    expect(lists.filter(isNotified).length).toBeGreaterThan(25);
    expect(lists.filter((list) => !isNotified(list)).length).toBeGreaterThan(5);
  });

  test('is repeated with new rows when no column header shows it', async () => {
    const ana = await testApp.as('ana');
    const untold = lists.filter(({ headers, path }) => headers.length === 0 && !path.includes('/report'));
    for (const { id, path, text: sortText } of untold) {
      const { text } = await ana.part('GET', path);
      expect([path, text.includes(`hx-target="#${id}-sorted"`), text.includes(sortText)]).toEqual([
        path,
        true,
        true,
      ]);
    }
  });
});

test('the name of a row opens its form or page', () => {
  const rows = lists.flatMap(({ id, rows }) => rows.map((row) => ({ id, ...row })));
  const opens = rows.filter(({ actions }) =>
    actions.some((path) => /\/(edit|(entries|deliveries|invoices)\/\d+)$/.test(path)),
  );
  expect(new Set(opens.map(({ id }) => id)).size).toBeGreaterThan(17);
  const isOpened = ({ name, actions }: Row) => name.length === 1 && actions.includes(name[0] ?? '');
  expect(opens.filter((row) => !isOpened(row)).map(({ id }) => id)).toEqual([]);
});

test('the text changes with a search or option that changes the order', async () => {
  const ana = await testApp.as('ana');
  const textBy = async (path: string) =>
    /-sorted"[^>]*>([^<]*)</.exec((await ana.part('GET', path)).text)?.[1] ?? '';
  expect(await textBy('/contacts')).toBe('Por nome');
  expect(await textBy('/contacts?searchParam=maria')).toBe('Nomes que começam com o texto primeiro');
  for (const byName of ['ma', '5511', '%2B55 (11)'])
    expect([byName, await textBy(`/contacts?searchParam=${byName}`)]).toEqual([byName, 'Por nome']);
  expect(await textBy('/settings/companies')).toBe('Por nome');
  expect(await textBy('/settings/companies?order=dueDate')).toBe('Vencimento mais próximo primeiro');
  expect(await textBy('/settings/companies?order=activity')).toBe('Atividade mais recente primeiro');
});
