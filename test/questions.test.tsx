import { afterAll, beforeAll, expect, test } from 'bun:test';
import { fileURLToPath } from 'node:url';
import { BlockCompanyDialog } from '@views/pages/back-office/bulk-companies-dialog.tsx';
import { RemoveFileDialog } from '@views/pages/company-files/import-dialogs.tsx';
import { EraseCompanyDialog } from '@views/pages/erasures/erase-company-dialog.tsx';
import { Glob } from 'bun';
import { renderToStaticMarkup } from 'react-dom/server';
import { PAGES } from '@/web/routes.ts';
import { callOf } from './support/calls.ts';
import type { TestApp } from './support/deps.ts';
import { createFilledApp, type Fixtures } from './support/fixtures.ts';
import { setSuper } from './support/people.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const asked = new Set<string>();
for (const file of new Glob('{views,src,demo}/**/*.tsx').scanSync(root))
  for (const [, id] of (await Bun.file(root + file).text()).matchAll(
    /<ConfirmDialog\s[^>]*?\bid="([\w-]+)"/g,
  ))
    asked.add(`${id}`);

type Question = { row: string; id: string; html: string };

const rendered = {
  'GET /settings/import/file/delete': <RemoveFileDialog file="uploaded/loja.balcao" />,
  'GET /settings/companies/bulk?action=block': (
    <BlockCompanyDialog company={{ id: 7, name: 'Loja do Zé' }} action="block" />
  ),
  'GET /settings/bin/:companyId/erase': (
    <EraseCompanyDialog company={{ id: 7, name: 'Loja do Zé' }} typed="" />
  ),
};

let testApp: TestApp;
let fixtures: Fixtures;
const questions: Question[] = [];

beforeAll(async () => {
  ({ testApp, fixtures } = await createFilledApp());
  await setSuper(testApp.kernel, testApp.people, 'ana');
  const ana = await testApp.as('ana');
  for (const row of PAGES.filter(({ method }) => method === 'GET')) {
    const { status, text } = await ana.part('GET', callOf(row, fixtures).path);
    if (status === 200) collect(row.name, text);
  }
  for (const [row, node] of Object.entries(rendered)) collect(row, renderToStaticMarkup(node));
});
afterAll(() => testApp.stop());

function collect(row: string, html: string): void {
  const id = /^<dialog id="([\w-]+)"/.exec(html)?.[1];
  if (id && (asked.has(id) || html.includes('btn-error'))) questions.push({ row, id, html });
}

const rowsOf = (found: Question[]) => found.map(({ row }) => row);
const isRed = ({ html }: Question) => html.includes('btn-error');

test('every confirmation in the sources appears on a tested page', () => {
  const met = new Set(questions.map(({ id }) => id));
  expect([...asked].filter((id) => !met.has(id))).toEqual([]);
  expect(questions.filter(isRed).length).toBeGreaterThan(28);
});

test('every confirmation names what is deleted', () => {
  const isMute = ({ html }: Question) => {
    const what = /^<dialog [^>]*data-what="([^"]+)"/.exec(html)?.[1];
    const words = html.replace(/<[^>]*>/g, '\n').replace(/\n+/g, '\n');
    return !what || !words.includes(what);
  };
  expect(rowsOf(questions.filter(isRed).filter(isMute))).toEqual([]);
});

test('focus is on the cancel button and nothing else', () => {
  const back =
    /<footer class="dialog-foot"><button type="button" class="btn btn-ghost" data-close="" autofocus/;
  expect(rowsOf(questions.filter(isRed).filter(({ html }) => !back.test(html)))).toEqual([]);
  expect(rowsOf(questions.filter(isRed).filter(({ html }) => html.split(' autofocus').length !== 2))).toEqual(
    [],
  );
});

test('no confirmation uses the browser’s own dialog', async () => {
  const wrong: string[] = [];
  for (const file of new Glob('{views,islands,src,demo}/**/*.tsx').scanSync(root)) {
    const source = await Bun.file(root + file).text();
    if (/hx-confirm|\bconfirm\(/.test(source)) wrong.push(file);
  }
  expect(wrong).toEqual([]);
});

test('no field is named id: htmx would read it for the id of its form, and a reauthentication would not go on', async () => {
  const wrong: string[] = [];
  for (const file of new Glob('{views,islands,src,demo}/**/*.tsx').scanSync(root))
    if (/\bname="id"/.test(await Bun.file(root + file).text())) wrong.push(file);
  expect(wrong).toEqual([]);
});
