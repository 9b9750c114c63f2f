import { beforeAll, expect, test } from 'bun:test';
import { WORDS } from '@islands/form-markup.ts';
import { bringBack, noteTyping } from '@islands/kept-forms.ts';
import { typedForm } from '@islands/typed-form.ts';
import { withDom } from '@test/support/dom.ts';
import { PAGES } from '@/rows.ts';
import { callOf } from './support/calls.ts';
import { setSuper } from './support/people.ts';
import { createFilledDesk } from './support/world.ts';

withDom();

const SEARCH = 'what is searched stands in the address, or is asked again';
/** Forms with words that are not kept by `typedForm`, by where they are sent, or by their page where an island sends them. */
const NOT_KEPT: Record<string, string> = {
  '/': SEARCH,
  '/share': SEARCH,
  '/tickets/:uuid/tags?at=drawer': SEARCH,
  '/settings/privacy/retention': 'asks in a dialog, which shows what was chosen',
  'GET /': SEARCH,
  'GET /chats/:chatUuid': 'the composer of the team’s chat, which keeps drafts of its own',
  'GET /queues/:queueId/options': 'saved as each field is left; the browser asks before it leaves the page',
  'GET /tickets/:uuid': 'the composer, which keeps drafts of its own',
  'GET /todolist': 'one line, in an island',
};

type Shown = { page: string; html: string };
const shown: Shown[] = [];

beforeAll(async () => {
  const { desk, world } = await createFilledDesk();
  await setSuper(desk.kernel, desk.cast, 'ana');
  const ana = await desk.as('ana');
  await ana.part('PUT', '/settings/scheduleType', { value: 'company' });
  for (const row of PAGES) {
    // Of strangers nothing is kept: nobody would know whose it is.
    if (row.method !== 'GET' || row.access === 'anyone') continue;
    const { text } = await ana.page(callOf(row, world).path);
    const html = /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? (text.includes('<dialog') ? '' : text);
    if (html.includes('<form')) shown.push({ page: row.name, html: html.replaceAll(world.uuid, ':uuid') });
  }
  await desk.stop();
});

/** As the browser shows it to the same person. */
function load({ html }: Shown): void {
  document.body.innerHTML = html;
  document.body.dataset.viewer = '1-1';
  const swap = async ({ text, target }: { text: string; target: Element }) => {
    target.outerHTML = text;
  };
  Object.assign(window, { htmx: { swap } });
}

const CHOICES = '[hx-trigger^="change"]:has(select, [type="checkbox"])';
const formsWithWords = () =>
  [...document.forms].filter(
    (form) => !form.closest('dialog') && form.querySelector(WORDS) && !form.matches(CHOICES),
  );
const sentTo = (form: Element) =>
  ['hx-put', 'hx-post', 'hx-get', 'action'].map((name) => form.getAttribute(name) ?? '').find(Boolean);
const wordsOf = (form: Element) => [...form.querySelectorAll<HTMLInputElement>(WORDS)];
const textsOf = (form: Element) =>
  wordsOf(form).filter((field) => !field.matches('select, [type="checkbox"], [type="radio"]'));
const isKept = (form: HTMLFormElement) => wordsOf(form).some((field) => typedForm(field));

test('every form of a page keeps what is typed in it, or says why not', () => {
  const others = new Set<string>();
  for (const one of shown) {
    load(one);
    for (const form of formsWithWords()) if (!isKept(form)) others.add(sentTo(form) ?? one.page);
  }
  expect([...others].sort()).toEqual(Object.keys(NOT_KEPT).sort());
});

test('a reload brings back every word of each, and what others save meanwhile takes none', async () => {
  const tried: string[] = [];
  for (const one of shown) {
    load(one);
    const places = formsWithWords().filter(isKept).map(sentTo);
    expect([one.page, new Set(places).size]).toEqual([one.page, places.length]);
    for (const place of places) {
      load(one);
      const form = formAt(place);
      const texts = textsOf(form);
      for (const [at, field] of texts.entries()) field.value = `${70 + at}`;
      for (const box of form.querySelectorAll<HTMLInputElement>('[type="checkbox"]'))
        box.checked = !box.checked;
      const before = wordsOf(form).map(({ value, checked }) => [value, checked]);
      noteTyping(form);
      expect([place, form.hasAttribute('hx-morph-skip'), replacesAll(form)]).toEqual([place, true, false]);
      dispatchEvent(new Event('pagehide'));
      load(one);
      await bringBack();
      const after = wordsOf(formAt(place)).map(({ value, checked }) => [value, checked]);
      expect([place, after]).toEqual([place, before]);
      tried.push(`${place}`);
    }
  }
  expect(tried).toContain('/subscription');
  expect(tried.length).toBeGreaterThan(12);
});

function formAt(place: string | undefined): HTMLFormElement {
  const found = formsWithWords().find((form) => sentTo(form) === place);
  if (!found) throw new Error(`no form is sent to ${place}`);
  return found;
}

/** Around it something is fetched again when others save, and takes the place of what is there instead of being merged. */
function replacesAll(form: Element): boolean {
  const live = form.closest('[hx-trigger*="refresh:"]');
  return live !== null && live.getAttribute('hx-swap') !== 'outerMorph';
}
