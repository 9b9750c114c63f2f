/**
 * `bun scripts/pictures.ts URL EMAIL PASSWORD FOLDER`: the pictures of docs/pictures.md, twelve screens at three
 * widths in both themes. Needs a fresh `bun run demo` and a login of its first company's administrator,
 * Chromium, and ffmpeg with libwebp. Writes FOLDER/<screen>-<width>-<theme>.webp.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium, openChromium } from '@test/browser/support/chromium.ts';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { backOfficePaths } from '@/modules/back-office/back-office-paths.schema.ts';
import { campaignPaths, paths } from '@/paths.ts';
import { setScene } from './pictures-scene.ts';

type Screen = { name: string; path: string; open?: (page: Page) => Promise<void> };

const WIDTHS: Record<string, BrowserContextOptions> = {
  360: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  768: { viewport: { width: 768, height: 1024 } },
  1440: { viewport: { width: 1440, height: 900 } },
};
const THEMES = ['light', 'dark'] as const;
const WAITING = '/tickets?status=pending';
const SETTLED_MS = 800;

const [url = '', email = '', password = '', folder = ''] = process.argv.slice(2);
const executable = findChromium({ isWhole: false });
if (!folder || !executable) {
  process.stderr.write('bun scripts/pictures.ts URL EMAIL PASSWORD FOLDER, where Chromium is installed\n');
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const browser = await openChromium(executable);
try {
  await takeAll(browser);
} finally {
  await browser.close();
}

async function takeAll(browser: Browser): Promise<void> {
  const here = { locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' };
  const usual: BrowserContextOptions = { baseURL: url, ...here, reducedMotion: 'reduce' };
  const ana = await browser.newContext(usual);
  await signIn(await ana.newPage());
  const talk = await setScene(ana.request, url);
  const storageState = await ana.storageState();
  await ana.close();
  for (const [width, size] of Object.entries(WIDTHS)) {
    const stranger = await browser.newContext({ ...usual, ...size });
    await take(await stranger.newPage(), { name: 'sign-in', path: paths.login() }, width);
    await stranger.close();
    const context = await browser.newContext({ ...usual, ...size, storageState });
    for (const screen of screensOf(talk)) {
      const page = await context.newPage();
      await take(page, screen, width);
      await page.close();
    }
    await context.close();
  }
}

function screensOf(talk: string): Screen[] {
  return [
    { name: 'waiting', path: WAITING },
    { name: 'conversation', path: talk },
    { name: 'details', path: talk, open: openDetails },
    { name: 'command-bar', path: WAITING, open: openCommandBar },
    { name: 'contacts', path: paths.contacts() },
    { name: 'kanban', path: paths.kanban() },
    { name: 'dashboard', path: paths.home() },
    { name: 'settings', path: paths.settings() },
    { name: 'campaign', path: campaignPaths.list(), open: writeCampaign },
    { name: 'platform', path: backOfficePaths.platform() },
    { name: 'quick-replies', path: talk, open: openQuickReplies },
  ];
}

async function signIn(page: Page): Promise<void> {
  await page.goto(paths.login());
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', password);
  await page.press('[name=password]', 'Enter');
  await page.waitForURL(({ pathname }) => pathname !== paths.login());
}

async function take(page: Page, { name, path, open }: Screen, width: string): Promise<void> {
  await page.goto(path);
  await page.waitForTimeout(SETTLED_MS);
  await open?.(page);
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(SETTLED_MS);
    await stopClocks(page);
    await save(await page.screenshot(), join(folder, `${name}-${width}-${colorScheme}.webp`));
  }
}

async function openDetails(page: Page): Promise<void> {
  await page.locator('[data-drawer-toggle]').first().click();
  await page.locator('#drawer-parts form').first().waitFor();
}

async function openCommandBar(page: Page): Promise<void> {
  await page.locator('[data-island="command-bar"][data-alive]').waitFor({ state: 'attached' });
  await page.keyboard.press('Control+k');
  await page.locator('dialog[open] input').pressSequentially('mar');
  await page.locator('dialog[open] [role="option"]', { hasText: 'Marina' }).first().waitFor();
}

async function writeCampaign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Adicionar campanha' }).click();
  const dialog = page.locator('dialog[open]');
  await dialog.locator('[name=name]').fill('Volta às aulas');
  await dialog.locator('[name=contactListId]').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Avançar' }).click();
  await dialog
    .locator('textarea:visible')
    .first()
    .fill('Olá, *{{firstName}}*! Escrivaninhas com _10%_ de desconto.');
  await dialog.getByText('Escrivaninhas com').waitFor({ state: 'attached' });
}

async function openQuickReplies(page: Page): Promise<void> {
  await page.locator('[data-island="conversation"][data-alive]').waitFor();
  await page.locator('[data-pane] textarea').pressSequentially('/p');
  await page.locator('#quick-messages').waitFor();
}

/** Shown times differ in each run. */
function stopClocks(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const time of document.querySelectorAll('time'))
      if (/^\d\d:\d\d$/.test(time.textContent ?? '')) time.textContent = '14:05';
  });
}

/** Chromium itself writes PNG and JPEG only. */
async function save(png: Buffer, path: string): Promise<void> {
  const webp = ['-c:v', 'libwebp', '-quality', '35', '-compression_level', '6'];
  const encoder = Bun.spawn(['ffmpeg', '-v', 'error', '-y', '-f', 'png_pipe', '-i', '-', ...webp, path], {
    stdio: [png, 'inherit', 'inherit'],
  });
  if ((await encoder.exited) !== 0) throw new Error(`${path} was not encoded`);
}
