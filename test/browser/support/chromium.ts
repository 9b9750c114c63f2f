import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The headless shell takes a fifth less time. It shows no notifications. */
const SHELL = '/usr/bin/chromium-headless-shell';
const USUAL_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Chromium reads only the last such flag, so Playwright's own values are repeated here. */
const UNUSED_FEATURES = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  // Invisible address bar pages: two per visitor took a quarter of the time.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

const FLAGS = [
  `--disable-features=${UNUSED_FEATURES.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
];

/** `CHROMIUM_PATH` or a usual location; undefined when there is none. */
export function findChromium({ isWhole }: { isWhole: boolean }): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  const paths = isWhole ? USUAL_PATHS : [SHELL, ...USUAL_PATHS];
  return paths.find((path) => existsSync(path));
}

/** Test pages are too short for optimised code (a fifth of the processor time) or helper threads (a tenth). */
export const FOR_SHORT_PAGES = ['--js-flags=--no-opt --single-threaded'];

const opened = new Map<string, Promise<Browser>>();

export async function openChromium(executablePath: string, more: string[] = []): Promise<Browser> {
  const key = [executablePath, ...more].join(' ');
  const browser = await opened.get(key)?.catch(() => undefined);
  if (browser?.isConnected()) return browser;
  const opening = chromium.launch({ executablePath, args: [...FLAGS, ...more] });
  opened.set(key, opening);
  return opening;
}
