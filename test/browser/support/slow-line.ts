import type { Page } from 'playwright-core';

export async function slowLine(page: Page, latency: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

export async function withoutPrefetch(page: Page): Promise<void> {
  await page.route('**/tickets/*-*-*-*-*', async (route) => {
    const headers = route.request().headers();
    const isBeforehand = headers['hx-request'] === 'true' && headers['hx-source'] === undefined;
    await (isBeforehand ? route.fulfill({ status: 204 }) : route.fallback());
  });
}
