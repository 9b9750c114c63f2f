import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { fileURLToPath } from 'node:url';
import { Glob } from 'bun';
import { PAGES } from '@/rows.ts';
import { callOf } from './support/calls.ts';
import type { TestDesk } from './support/deps.ts';
import { setSuper } from './support/people.ts';
import { createFilledDesk, type World } from './support/world.ts';

/** Ids of the bodies of all lists, as the sources name them. */
const root = fileURLToPath(new URL('../views', import.meta.url));
const listed = new Set<string>();
for (const file of new Glob('pages/**/*.tsx').scanSync(root)) {
  const source = await Bun.file(`${root}/${file}`).text();
  for (const [, name] of source.matchAll(/<ListPage\s[^>]*?\bname="([\w-]+)"/g)) listed.add(`${name}-rows`);
  for (const [, id] of source.matchAll(/<DataTable\s[^>]*?\bid="([\w-]+)"/g)) listed.add(`${id}`);
}

type List = { path: string; id: string; words: string; look: string; heads: string[] };

let desk: TestDesk;
let world: World;
const lists: List[] = [];

beforeAll(async () => {
  ({ desk, world } = await createFilledDesk());
  await setSuper(desk.kernel, desk.cast, 'ana');
  const ana = await desk.as('ana');
  // Else there are no holidays.
  await ana.json('PUT', '/settings/scheduleType', { value: 'company' });
  for (const row of PAGES.filter(({ method }) => method === 'GET')) {
    const { path } = callOf(row, world);
    const { status, text } = await ana.page(path);
    if (status === 200) lists.push(...listsIn(text, path));
  }
});
afterAll(() => desk.stop());

function listsIn(html: string, path: string): List[] {
  const words = new Map(
    [...html.matchAll(/<p id="([\w-]+)-sorted" class="([^"]*)">([^<]*)</g)].map(([, id, look, text]) => [
      id ?? '',
      { look: look ?? '', words: text ?? '' },
    ]),
  );
  return html
    .split('<table class="data-table">')
    .slice(1)
    .map((rest) => {
      const table = rest.slice(0, rest.indexOf('</table>'));
      const id = /<tbody id="([\w-]+)"/.exec(table)?.[1] ?? /<p id="([\w-]+)-sorted"/.exec(table)?.[1] ?? '';
      const heads = [...table.matchAll(/<th\b[^>]*aria-sort="(\w+)"[^>]*>/g)].map(([, sort]) => sort ?? '');
      return { path, id, heads, ...(words.get(id) ?? { look: '', words: '' }) };
    });
}

test('every list of the sources is met on a page', () => {
  const met = new Set(lists.map(({ id }) => id));
  expect([...listed].filter((id) => !met.has(id))).toEqual([]);
  expect(listed.size).toBeGreaterThan(38);
});

describe('every list says what it is sorted by', () => {
  test('in words, which a phone shows', () => {
    expect(lists.filter(({ words }) => !/^\p{Lu}[\p{L} ,]{7,}$/u.test(words))).toEqual([]);
    expect(lists.filter(({ look }) => !look.split(' ').includes('sorted-words'))).toEqual([]);
  });

  test('where there is room by the head of its column; else the words stay', () => {
    const isTold = ({ heads }: List) => heads.length === 1;
    const isHidden = ({ look }: List) => /min-\[[69]00px\]:hidden/.test(look);
    expect(lists.filter((list) => isTold(list) !== isHidden(list))).toEqual([]);
    expect(lists.filter(isTold).length).toBeGreaterThan(25);
    expect(lists.filter((list) => !isTold(list)).length).toBeGreaterThan(5);
  });

  test('again with other rows, where the head does not tell it', async () => {
    const ana = await desk.as('ana');
    const untold = lists.filter(({ heads, path }) => heads.length === 0 && !path.includes('/report'));
    for (const { id, path, words } of untold) {
      const { text } = await ana.part('GET', path);
      expect([path, text.includes(`hx-target="#${id}-sorted"`), text.includes(words)]).toEqual([
        path,
        true,
        true,
      ]);
    }
  });
});

test('a search or a choice that changes the order says so', async () => {
  const ana = await desk.as('ana');
  const saidBy = async (path: string) =>
    /-sorted"[^>]*>([^<]*)</.exec((await ana.part('GET', path)).text)?.[1] ?? '';
  expect(await saidBy('/contacts')).toBe('Por nome');
  expect(await saidBy('/contacts?searchParam=maria')).toBe('Nomes que começam assim primeiro');
  for (const byName of ['ma', '5511', '%2B55 (11)'])
    expect([byName, await saidBy(`/contacts?searchParam=${byName}`)]).toEqual([byName, 'Por nome']);
  expect(await saidBy('/settings/companies')).toBe('Por nome');
  expect(await saidBy('/settings/companies?order=dueDate')).toBe('Vencimento mais próximo primeiro');
  expect(await saidBy('/settings/companies?order=activity')).toBe('Atividade mais recente primeiro');
});
