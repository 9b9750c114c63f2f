import { beforeAll, expect, test } from 'bun:test';
import { TEXT_FIELDS } from '@islands/forms/form-selectors.ts';
import { bringBack, noteTyping } from '@islands/forms/stored-forms.ts';
import { typedForm } from '@islands/forms/typed-form.ts';
import { withDom } from '@test/support/dom.ts';
import { PAGES } from '@/web/routes.ts';
import { callOf } from './support/calls.ts';
import { createFilledApp } from './support/fixtures.ts';
import { setSuper } from './support/people.ts';

withDom();

const SEARCH = 'what is searched stands in the address, or is asked again';
const NOT_STORED: Record<string, string> = {
  '/': SEARCH,
  '/share': SEARCH,
  '/tickets/:uuid/tags?at=drawer': SEARCH,
  '/settings/privacy/retention': 'asks in a dialog, which shows what was chosen',
  'GET /': SEARCH,
  '/ajuda': 'a search',
  '/settings': SEARCH,
  '/platform': SEARCH,
  'GET /chats/:chatUuid': 'the composer of the team’s chat, which keeps drafts of its own',
  'GET /queues/:queueId/options': 'saved as each field is left; the browser asks before it leaves the page',
  'GET /tickets/:uuid': 'the composer, which keeps drafts of its own',
  'GET /todolist': 'one line, in an island',
};

type Shown = { page: string; html: string };
const shown: Shown[] = [];

beforeAll(async () => {
  const { testApp, fixtures } = await createFilledApp();
  await setSuper(testApp.kernel, testApp.people, 'ana');
  const ana = await testApp.as('ana');
  await ana.part('PUT', '/settings/scheduleType', { value: 'company' });
  for (const row of PAGES) {
    // Unauthenticated input is not stored: it has no owner.
    if (row.method !== 'GET' || row.access === 'anyone') continue;
    const { text } = await ana.page(callOf(row, fixtures).path);
    const html = /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? (text.includes('<dialog') ? '' : text);
    if (html.includes('<form')) shown.push({ page: row.name, html: html.replaceAll(fixtures.uuid, ':uuid') });
  }
  await testApp.stop();
});

function load({ html }: Shown): void {
  document.body.innerHTML = html;
  document.body.dataset.viewer = '1-1';
  const swap = async ({ text, target }: { text: string; target: Element }) => {
    target.outerHTML = text;
  };
  Object.assign(window, { htmx: { swap } });
}

const CHOICES = '[hx-trigger^="change"]:has(select, [type="checkbox"])';
const formsWithText = () =>
  [...document.forms].filter(
    (form) => !form.closest('dialog') && form.querySelector(TEXT_FIELDS) && !form.matches(CHOICES),
  );
const sentTo = (form: Element) =>
  ['hx-put', 'hx-post', 'hx-get', 'action'].map((name) => form.getAttribute(name) ?? '').find(Boolean);
const textOf = (form: Element) => [...form.querySelectorAll<HTMLInputElement>(TEXT_FIELDS)];
const textsOf = (form: Element) =>
  textOf(form).filter((field) => !field.matches('select, [type="checkbox"], [type="radio"]'));
const isStored = (form: HTMLFormElement) => textOf(form).some((field) => typedForm(field));

test('every page form stores its draft or has a stated reason not to', () => {
  const others = new Set<string>();
  for (const one of shown) {
    load(one);
    for (const form of formsWithText()) if (!isStored(form)) others.add(sentTo(form) ?? one.page);
  }
  expect([...others].sort()).toEqual(Object.keys(NOT_STORED).sort());
});

test('a reload restores every draft, and changes saved by others do not discard it', async () => {
  const tried: string[] = [];
  for (const one of shown) {
    load(one);
    const locations = formsWithText().filter(isStored).map(sentTo);
    expect([one.page, new Set(locations).size]).toEqual([one.page, locations.length]);
    for (const target of locations) {
      load(one);
      const form = formAt(target);
      const texts = textsOf(form);
      for (const [at, field] of texts.entries()) field.value = `${70 + at}`;
      for (const box of form.querySelectorAll<HTMLInputElement>('[type="checkbox"]'))
        box.checked = !box.checked;
      const before = textOf(form).map(({ value, checked }) => [value, checked]);
      noteTyping(form);
      expect([target, form.hasAttribute('hx-morph-skip'), replacesAll(form)]).toEqual([target, true, false]);
      dispatchEvent(new Event('pagehide'));
      load(one);
      await bringBack();
      const after = textOf(formAt(target)).map(({ value, checked }) => [value, checked]);
      expect([target, after]).toEqual([target, before]);
      tried.push(`${target}`);
    }
  }
  expect(tried).toContain('/subscription');
  expect(tried.length).toBeGreaterThan(12);
});

function formAt(target: string | undefined): HTMLFormElement {
  const found = formsWithText().find((form) => sentTo(form) === target);
  if (!found) throw new Error(`no form is sent to ${target}`);
  return found;
}

/** True if a container is refetched when others save, and replaced instead of merged. */
function replacesAll(form: Element): boolean {
  const live = form.closest('[hx-trigger*="refresh:"]');
  return live !== null && live.getAttribute('hx-swap') !== 'outerMorph';
}
