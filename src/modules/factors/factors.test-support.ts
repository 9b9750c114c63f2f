import type { Browser } from '@test/support/app.ts';
import type { TestApp } from '@test/support/deps.ts';
import { generateSync } from 'otplib';

export function codeNow(testApp: TestApp, secret: string): string {
  return generateSync({ secret, epoch: Math.floor(testApp.clock.now.getTime() / 1000) });
}

export async function switchOn(
  testApp: TestApp,
  browser: Browser,
): Promise<{ secret: string; codes: string[]; encrypted: string }> {
  const offered = await browser.part('GET', '/profile/authenticator');
  const encrypted = /name="sealed" value="([^"]+)"/.exec(offered.text)?.[1] ?? '';
  const secret = (/<output[^>]*>([A-Z2-7 ]+)<\/output>/.exec(offered.text)?.[1] ?? '').replaceAll(' ', '');
  const code = codeNow(testApp, secret);
  const reply = await browser.part('POST', '/profile/authenticator', { sealed: encrypted, code });
  if (reply.status >= 300) throw new Error(`not switched on: ${reply.status} ${reply.text}`);
  return { secret, encrypted, codes: codesIn(reply.text) };
}

export function codesIn(text: string): string[] {
  return [...text.matchAll(/<li[^>]*>([0-9a-z]{5}-[0-9a-z]{5})<\/li>/g)].map(([, code = '']) => code);
}
