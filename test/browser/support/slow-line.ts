import type { Page } from 'playwright-core';

export async function slowLine(page: Page, latency: number): Promise<void> {
  const context = page.context();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const emulate = (offline: boolean) =>
    session.send('Network.emulateNetworkConditions', {
      ...{ offline, latency },
      ...{ downloadThroughput: -1, uploadThroughput: -1 },
    });
  await emulate(false);
  // Playwright's own offline mode is another session's, whose conditions Chromium ignores from here on.
  context.setOffline = async (offline) => void (await emulate(offline));
}

export async function withoutPrefetch(page: Page): Promise<void> {
  await page.route('**/tickets/*-*-*-*-*', async (route) => {
    const headers = route.request().headers();
    const isBeforehand = headers['hx-request'] === 'true' && headers['hx-source'] === undefined;
    await (isBeforehand ? route.fulfill({ status: 204 }) : route.fallback());
  });
}
