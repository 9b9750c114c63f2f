import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { SECRET } from '@islands/forms/form-selectors.ts';
import type { Page, Request, Route } from 'playwright-core';
import { PAGES } from '@/web/routes.ts';
import { callOf } from '../support/calls.ts';
import type { TestApp } from '../support/deps.ts';
import { createFilledApp } from '../support/fixtures.ts';
import { sessionFor, setSuper } from '../support/people.ts';
import { FOR_SHORT_PAGES, findChromium, openChromium } from './support/chromium.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { until } from './support/wait.ts';
import { isAlive } from './support/workspace.ts';

const MAX_MS = 300_000;
const AT_ONCE = 14;
const MOST = 112;
const BASE = '/tags';
const SENDS = /<form[^>]*hx-(?:post|put|patch)=/;
const TYPED = `:is(input, textarea):not(${[
  SECRET,
  '[readonly]',
  ...['hidden', 'file', 'checkbox', 'radio', 'range', 'color', 'date', 'time', 'datetime-local'].map(
    (type) => `[type="${type}"]`,
  ),
].join(', ')})`;

type Screen = { name: string; path: string; isDialog: boolean };
type Answer = 'aborted' | 'unavailable' | 'real';

const chromiumPath = findChromium({ isWhole: false });
const group = chromiumPath ? describe : describe.skip;

group('what is typed while a form is being saved is neither lost nor sent twice', () => {
  let testApp: TestApp;
  let visitor: Visitor;
  const screens: Screen[] = [];
  const tried: string[] = [];

  beforeAll(async () => {
    const filled = await createFilledApp();
    testApp = filled.testApp;
    await setSuper(testApp.kernel, testApp.people, 'ana');
    const ana = await testApp.as('ana');
    for (const row of PAGES) {
      if (row.method !== 'GET' || row.access === 'anyone') continue;
      const { path } = callOf(row, filled.fixtures);
      const { text } = await ana.page(path);
      const isDialog = !text.includes('<main');
      if (SENDS.test(text) && (!isDialog || text.includes('<dialog')))
        screens.push({ name: row.name, path, isDialog });
    }
    const browser = await openChromium(chromiumPath ?? '', FOR_SHORT_PAGES);
    const session = await sessionFor(testApp.kernel, testApp.people, 'ana');
    visitor = await openVisitor(browser, { url: testApp.listen().url, session });
  }, MAX_MS);

  afterAll(async () => {
    await visitor?.close();
    await testApp?.stop();
  });

  for (let from = 0; from < MOST; from += AT_ONCE)
    test(
      `forms of the ${from + 1}th screen on`,
      async () => {
        const found: unknown[] = [];
        for (const screen of screens.slice(from, from + AT_ONCE)) {
          const page = await visitor.context.newPage();
          const actions = await openForms(page, screen);
          for (const [at, action] of actions.entries())
            for (const answer of [at % 2 ? 'aborted' : 'unavailable', 'real'] as const) {
              if (at > 0 && answer !== 'real') await openForms(page, screen);
              const wrong = await save(page, action, answer);
              tried.push(action);
              if (wrong.length > 0) found.push({ screen: screen.name, action, answer, wrong });
            }
          await page.close();
        }
        expect(found).toEqual([]);
      },
      MAX_MS,
    );

  test('all screens with forms were tried', () => {
    expect(screens.length).toBeLessThanOrEqual(MOST);
    expect(new Set(tried).size).toBeGreaterThan(60);
  });
});

async function openForms(page: Page, { path, isDialog }: Screen): Promise<string[]> {
  // Otherwise the words of the former attempt come back.
  await page.addInitScript(() => sessionStorage.clear());
  await page.goto(isDialog ? BASE : path);
  await page.waitForFunction(() => 'htmx' in window);
  if (isDialog) {
    await page.evaluate(
      (from) =>
        (window as unknown as { htmx: { ajax(...call: unknown[]): unknown } }).htmx.ajax('GET', from, {
          target: '#dialogs',
          swap: 'beforeend',
        }),
      path,
    );
    await page.locator('#dialogs > dialog[open]').waitFor();
  }
  const drawer = page.locator('[data-drawer-toggle]').first();
  if (await drawer.isVisible()) {
    await isAlive(page, 'composer');
    await drawer.click();
    await page.locator('#contact-drawer').waitFor();
  }
  return page.evaluate(
    ([fields, isInDialog]) =>
      [...document.querySelectorAll('form:is([hx-post], [hx-put], [hx-patch])')]
        .filter((form) => form.matches('dialog *') === isInDialog)
        .filter((form) => [...form.querySelectorAll(fields)].some((field) => field.checkVisibility()))
        .map((form) => {
          const name = ['hx-post', 'hx-put', 'hx-patch'].find((one) => form.hasAttribute(one)) ?? '';
          return `form[${name}="${form.getAttribute(name)}"]`;
        }),
    [TYPED, isDialog] as const,
  );
}

async function save(page: Page, form: string, answer: Answer): Promise<string[]> {
  const field = page.locator(`${form} ${TYPED}`).and(page.locator(':visible')).first();
  await field.focus();
  // A focus by script is no press, which fetches it.
  await page.keyboard.press('Shift');
  await until('the script that locks the form', async () => {
    await fill(page, form);
    return page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('stored-forms')),
    );
  });
  const requests: Request[] = [];
  const held = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    if (route.request().method() === 'GET') return route.fallback();
    requests.push(route.request());
    await held.promise;
    if (answer === 'aborted') return route.abort();
    if (answer === 'unavailable') return route.fulfill({ status: 503, body: '' });
    return route.continue();
  };
  await page.route('**/*', hold);
  await submit(page, form);
  await until('a request', () => requests.length > 0);
  const sent = await valuesOf(page, form);
  await page.keyboard.type('7');
  await submit(page, form);
  const typed = await valuesOf(page, form);
  held.resolve();
  await isAnswered(page);
  await page.unrouteAll({ behavior: 'wait' });
  const wrong: string[] = requests.length === 1 ? [] : [`sent ${requests.length} times`];
  const after = await valuesOf(page, form);
  const expected = answer === 'real' && typed.join() === sent.join() ? typed : after;
  for (const [at, value] of typed.entries())
    if (value !== expected[at]) wrong.push(`${value} became ${expected[at] ?? 'nothing'}`);
  return wrong;
}

const isAnswered = (page: Page) =>
  until('an answer', () =>
    page.evaluate(() => document.querySelector('form.htmx-request') === null).catch(() => false),
  );

async function fill(page: Page, form: string): Promise<void> {
  await page.evaluate(
    ([selector, fields]) => {
      const all = document.querySelector(selector)?.querySelectorAll<HTMLInputElement>(fields) ?? [];
      for (const [at, field] of [...all].entries()) {
        const isNumber = field.type === 'number' || ['numeric', 'decimal'].includes(field.inputMode);
        const text = field.type === 'email' ? `um${at}@loja.example` : `texto ${at}`;
        if (field.type !== 'url') field.value = isNumber ? `${at + 1}` : text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
    },
    [form, TYPED] as const,
  );
}

async function submit(page: Page, form: string): Promise<void> {
  await page.evaluate((selector) => document.querySelector<HTMLFormElement>(selector)?.requestSubmit(), form);
}

function valuesOf(page: Page, form: string): Promise<string[]> {
  return page.evaluate(
    ([selector, fields]) =>
      [...(document.querySelector(selector)?.querySelectorAll<HTMLInputElement>(fields) ?? [])].map(
        ({ name, value }) => `${name}: ${value}`,
      ),
    [form, TYPED] as const,
  );
}
