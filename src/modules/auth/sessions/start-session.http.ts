import type { Ctx } from '@/core/http/env.ts';
import { SESSION_COOKIE } from '@/core/http/sessions/authenticate.ts';
import { readCookie } from '@/core/http/sessions/cookies.ts';
import { browserOf, setDeviceCookie } from '@/core/http/sessions/device-cookie.ts';
import { setSessionCookie, takeOwnSession } from '@/core/http/sessions/session-cookie.ts';
import { fingerprint } from '@/core/security/secrets.ts';
import type { Person } from '@/modules/factors/factors.queries.ts';
import { noteDevice } from './devices.service.ts';
import { endSession, pageKind, startSession } from './sessions.service.ts';

/** For people arriving by a personal link: their first browser raises no alert. */
export async function startHere(c: Ctx, { companyId, userId }: Person): Promise<void> {
  const { kernel } = c.var;
  const browser = browserOf(c);
  const device = await noteDevice(kernel, { companyId, userId }, browser);
  const from = { deviceId: device.id, address: browser.address, kind: pageKind(browser) };
  await replaceSession(c, await startSession(kernel, companyId, userId, from));
  setDeviceCookie(c, device.cookie);
}

/** Ends the session that this browser had: its other tabs would act as the new person on what the former one sees. */
export async function replaceSession(c: Ctx, token: string): Promise<void> {
  for (const former of [readCookie(c, SESSION_COOKIE), takeOwnSession(c)])
    if (former) await endSession(c.var.kernel, fingerprint(former));
  setSessionCookie(c, token);
}
