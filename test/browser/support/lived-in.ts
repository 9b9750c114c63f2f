import { afterAll, beforeAll } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimFolder } from '@demo/demo-folder.ts';
import { fillHistory } from '@demo/history/fill-history.ts';
import { onlyHere } from '@demo/loopback.ts';
import { DEMO, peoplePages } from '@demo/people.pages.ts';
import { listDemoPeople } from '@demo/seed/people.ts';
import { tourPages } from '@demo/tour/tour.pages.tsx';
import { createFakeWhatsApp } from '@test/support/whatsapp.ts';
import type { Browser, Page } from 'playwright-core';
import { createApp } from '@/app.ts';
import { readConfig } from '@/config.ts';
import { createLog } from '@/core/log.ts';
import { createDependencies, type Dependencies } from '@/dependencies.ts';
import { type Listening, listen } from '@/server.ts';
import { FOR_SHORT_PAGES, openChromium } from './chromium.ts';
import { openVisitor, type VisitorOptions } from './visitor.ts';

export const MAX_MS = 300_000;
const PART = 0.2;

type Visit = { page: Page; leave(): Promise<void> };
type VisitOptions = Omit<VisitorOptions, 'url' | 'session'>;
export type LivedIn = {
  signIn(email: string, options?: VisitOptions): Promise<Visit>;
  visit(options?: VisitOptions): Promise<Visit>;
};

export function livedIn(chromiumPath: string): LivedIn {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-lived-in-'));
  let browser: Browser;
  let dependencies: Dependencies;
  let server: Listening;

  beforeAll(async () => {
    const passwords = claimFolder(
      folder,
      listDemoPeople().map(({ email }) => email),
    );
    const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: '0', HOST: '127.0.0.1' });
    const log = createLog('silent');
    await fillHistory({ config, log, passwords, now: new Date(), share: PART });
    dependencies = await createDependencies(config, { log, demo: DEMO, createWhatsApp: createFakeWhatsApp });
    const pages = [...peoplePages, ...tourPages].map(onlyHere);
    server = listen(dependencies.kernel, createApp(dependencies.kernel, pages));
    browser = await openChromium(chromiumPath, FOR_SHORT_PAGES);
  }, MAX_MS);

  afterAll(async () => {
    await server?.stop();
    await dependencies?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const visit = async (options?: VisitOptions) => {
    const { page, close } = await openVisitor(browser, { ...options, url: server.url });
    return { page, leave: close };
  };
  return {
    visit,
    async signIn(email, options) {
      const visitor = await visit(options);
      const { page } = visitor;
      await page.goto('/login');
      await page.locator(`button[value="${email}"]`).click();
      await page.waitForURL((url) => !/login|simulator/.test(url.pathname));
      return visitor;
    },
  };
}

export function linksIn(page: Page, selector: string): Promise<string[]> {
  return page
    .locator(`${selector} a[href^="/"]`)
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))]);
}
