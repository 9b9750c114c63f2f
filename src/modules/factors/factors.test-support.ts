import type { Browser } from '@test/support/app.ts';
import type { TestDesk } from '@test/support/deps.ts';
import { generateSync } from 'otplib';

/** What the app shows at the desk's time. */
export function codeNow(desk: TestDesk, secret: string): string {
  return generateSync({ secret, epoch: Math.floor(desk.clock.now.getTime() / 1000) });
}

/** As a person does it in the dialog. */
export async function switchOn(
  desk: TestDesk,
  browser: Browser,
): Promise<{ secret: string; codes: string[]; sealed: string }> {
  const offered = await browser.part('GET', '/profile/authenticator');
  const sealed = /name="sealed" value="([^"]+)"/.exec(offered.text)?.[1] ?? '';
  const secret = (/<output[^>]*>([A-Z2-7 ]+)<\/output>/.exec(offered.text)?.[1] ?? '').replaceAll(' ', '');
  const code = codeNow(desk, secret);
  const reply = await browser.part('POST', '/profile/authenticator', { sealed, code });
  if (reply.status >= 300) throw new Error(`not switched on: ${reply.status} ${reply.text}`);
  return { secret, sealed, codes: codesIn(reply.text) };
}

export function codesIn(text: string): string[] {
  return [...text.matchAll(/<li[^>]*>([0-9a-z]{5}-[0-9a-z]{5})<\/li>/g)].map(([, code = '']) => code);
}
