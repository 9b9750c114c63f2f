import type { Page } from 'playwright-core';

type TraceEvent = { name: string; args?: { elementCount?: number; beginData?: { frame?: string } } };

export async function mostStyled(page: Page, act: () => Promise<unknown>): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser of its own');
  const frame = await frameOf(page);
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await act();
  await page.evaluate(
    () => new Promise((rendered) => requestAnimationFrame(() => requestAnimationFrame(rendered))),
  );
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  // The trace is the whole browser's, with the pages of other visitors.
  const styled = traceEvents.filter(
    ({ name, args }) => name === 'UpdateLayoutTree' && args?.beginData?.frame === frame,
  );
  if (styled.length === 0) throw new Error('the trace holds nothing of the page');
  return Math.max(0, ...styled.map(({ args }) => args?.elementCount ?? 0));
}

async function frameOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  await session.detach();
  return frameTree.frame.id;
}
