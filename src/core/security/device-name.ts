import { describeBrowser } from './describe-browser.ts';

const MAX_LETTERS = 60;

export function deviceOf(userAgent: string | undefined): string {
  const agent = userAgent?.slice(0, 300) ?? '';
  const { browser, system } = describeBrowser(agent);
  return browser && system ? `${browser} · ${system}` : agent.slice(0, MAX_LETTERS).toWellFormed();
}
