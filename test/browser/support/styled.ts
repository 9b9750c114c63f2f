import type { Page } from 'playwright-core';

type TraceEvent = { name: string; args?: { elementCount?: number } };

export async function mostStyled(page: Page, act: () => Promise<unknown>): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser of its own');
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await act();
  await page.evaluate(
    () => new Promise((rendered) => requestAnimationFrame(() => requestAnimationFrame(rendered))),
  );
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const styled = traceEvents.filter(({ name }) => name === 'UpdateLayoutTree');
  return Math.max(0, ...styled.map(({ args }) => args?.elementCount ?? 0));
}
