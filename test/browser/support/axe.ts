import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const GRAVE = ['serious', 'critical'];
/** Checked too: rules of lesser impact, and one that axe calls experimental. */
const ALSO = [
  'empty-table-header',
  'heading-order',
  'label-content-name-mismatch',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'page-has-heading-one',
];

export async function findings(page: Page, screen: string, isLayer = false): Promise<string[]> {
  await stillness(page);
  // Injected once per page: it has half a megabyte.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(runAxe, { grave: GRAVE, also: ALSO, isLayer });
  return violations
    .filter(({ id, impact }) => GRAVE.includes(`${impact}`) || ALSO.includes(id))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${screen}: ${id} ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
    );
}

type WithRules = typeof axe & { _audit: { rules: { id: string; impact: string }[] } };

/** A rule's impact applies to all its findings, so other rules of lesser impact are skipped. */
function runAxe({
  grave,
  also,
  isLayer,
}: Record<'grave' | 'also', string[]> & { isLayer: boolean }): Promise<AxeResults> {
  const { axe } = window as unknown as { axe: WithRules };
  const named = axe._audit.rules.filter(({ id, impact }) => also.includes(id) || !grave.includes(impact));
  const rules = Object.fromEntries(named.map(({ id }) => [id, { enabled: also.includes(id) }]));
  const layers = [...document.querySelectorAll('dialog[open], :popover-open')];
  const what = isLayer && layers.length > 0 ? { include: layers } : document;
  // `preload` only serves rules about locked orientation and autoplay, for a sixth of the time.
  return axe.run(what, { resultTypes: ['violations'], rules, preload: false });
}

export function outOfReach(page: Page, screen: string): Promise<string[]> {
  return page.evaluate((where) => {
    const layers = [...document.querySelectorAll('dialog[open], :popover-open')];
    const top = layers.at(-1) ?? document.body;
    return [...top.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea')]
      .filter((one) => one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
      .filter((one) => !one.closest('[data-scrolls-sideways]'))
      .filter((one) => !one.closest('#menu') && !one.matches('.skip-link, [type=file], .sr-only'))
      .filter((one) => {
        const { left, right, width } = one.getBoundingClientRect();
        return width > 1 && (left < -1 || right > innerWidth + 1);
      })
      .map((one) => `${where}: out of reach ${one.outerHTML.slice(0, 120)}`);
  }, screen);
}

export async function tooWide(page: Page, screen: string): Promise<string[]> {
  const [wide, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  return (wide ?? 0) > (width ?? 0) ? [`${screen}: ${wide} px wide`] : [];
}

/** For phones: several icons without labels take the space of a row's text. */
export function crowdedRows(page: Page, screen: string): Promise<string[]> {
  return page.evaluate((where) => {
    const isShown = (one: Element) => one.checkVisibility({ checkVisibilityCSS: true });
    return [...document.querySelectorAll('.data-table .cell-actions, .list-actions')]
      .filter((one) => [...one.querySelectorAll('.btn:not(:popover-open .btn)')].filter(isShown).length > 2)
      .map((one) => `${where}: more than two icons ${one.outerHTML.slice(0, 120)}`);
  }, screen);
}

/** Words of a usual length, days, and parts of addresses that are broken over two lines in tables. */
export function brokenText(page: Page, screen: string): Promise<string[]> {
  return page.evaluate((where) => {
    const usual =
      /(?<!\S)\p{L}{2,14}(?!\S)|\d\d\/\d\d\/\d{4}|@?(?<![\w.-])[\w-]{2,14}\.[\w.-]{2,14}(?![\w.-])/gu;
    const isBroken = (text: Text, { 0: word, index }: RegExpExecArray) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    };
    const found: string[] = [];
    for (const cell of document.querySelectorAll('.data-table td:not(.cell-title)')) {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode())
        for (const word of (node as Text).data.matchAll(usual))
          if (isBroken(node as Text, word)) found.push(`${where}: “${word[0]}” is broken`);
    }
    return found;
  }, screen);
}

/** During transitions or refetches colours are wrong; endless and scroll-driven animations are not awaited. */
async function stillness(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    for (let frames = 0; frames < 300 && document.querySelector('tbody.htmx-request'); frames += 1)
      await frame();
    await frame();
    const ending = document
      .getAnimations()
      .filter((one) => one.timeline === document.timeline)
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((one) => one.finished));
  });
}
