import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Without windows and their parts the same pages take a fifth less. It shows no notifications. */
const SHELL = '/usr/bin/chromium-headless-shell';
const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Of two such flags Chromium reads the last, so that Playwright's own stand here again. */
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
  // Pages behind an address bar that nobody sees: two of them for every visitor took a quarter of the time.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

/** No calls home, and a microphone that hears a tone. */
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

/** `CHROMIUM_PATH` or a usual place; undefined when there is none. */
export function findChromium({ isWhole }: { isWhole: boolean }): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  const places = isWhole ? USUAL_PLACES : [SHELL, ...USUAL_PLACES];
  return places.find((path) => existsSync(path));
}

/** A page of a test ends before its optimised code pays, a fifth of all processor time, or helping threads do, a tenth. */
export const FOR_SHORT_PAGES = ['--js-flags=--no-opt --single-threaded'];

const opened = new Map<string, Promise<Browser>>();

/** Kept open for the next file of this process. */
export async function openChromium(executablePath: string, more: string[] = []): Promise<Browser> {
  const key = [executablePath, ...more].join(' ');
  const browser = await opened.get(key)?.catch(() => undefined);
  if (browser?.isConnected()) return browser;
  const opening = chromium.launch({ executablePath, args: [...FLAGS, ...more] });
  opened.set(key, opening);
  return opening;
}
