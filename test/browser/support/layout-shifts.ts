import type { Page } from 'playwright-core';

export type Shift = { value: number; what: string[] };

/** Call it before the page is opened. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as { value: number; sources: { node: Node | null }[] };
        const what = sources.map(({ node }) => (node as Element | null)?.outerHTML?.slice(0, 160) ?? '?');
        shifts.push({ value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

export const shiftsIn = (page: Page): Promise<Shift[]> =>
  page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);

/** The sum of a page's shifts on a phone. */
const MAX_SHIFT = 0.02;

export const isStill = (shifts: Shift[]): boolean =>
  shifts.reduce((sum, { value }) => sum + value, 0) <= MAX_SHIFT;
