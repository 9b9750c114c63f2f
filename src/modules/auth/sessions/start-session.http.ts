import type { Ctx } from '@/core/http/env.ts';
import { browserOf, setDeviceCookie } from '@/core/http/sessions/device-cookie.ts';
import { setSessionCookie } from '@/core/http/sessions/session-cookie.ts';
import type { Person } from '@/modules/factors/factors.queries.ts';
import { noteDevice } from './devices.service.ts';
import { pageKind, startSession } from './sessions.service.ts';

/** For people arriving by a personal link: their first browser raises no alert. */
export async function startHere(c: Ctx, { companyId, userId }: Person): Promise<void> {
  const { kernel } = c.var;
  const browser = browserOf(c);
  const device = await noteDevice(kernel, { companyId, userId }, browser);
  const from = { deviceId: device.id, address: browser.address, kind: pageKind(browser) };
  setSessionCookie(c, await startSession(kernel, companyId, userId, from));
  setDeviceCookie(c, device.cookie);
}
