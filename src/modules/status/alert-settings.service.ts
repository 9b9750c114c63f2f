import { platformSettings } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { requireRecentAuthentication, requireSuper } from '@/core/policy.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { requireCallable } from '@/core/security/callable-address.ts';
import { decryptText, encryptText } from '@/core/security/encrypted-text.ts';
import { setPlatformValue } from '@/modules/settings/platform-values.service.ts';
import { ALERT_DEFAULTS, AlertForm, type AlertSettings } from './status.schema.ts';

export const ALERTS_KEY = 'alerts';
/** The address of a webhook is often its credential. */
export const ALERTS_NAME = 'platform:alerts';

export async function getAlertSettings(kernel: Kernel): Promise<AlertSettings> {
  const row = await kernel.platform.remember([platformSettings], 'alerts', () =>
    kernel.platform.db.query.platformSettings.findFirst({ where: eq(platformSettings.key, ALERTS_KEY) }),
  );
  const text = row ? decryptText(kernel, ALERTS_NAME, row.value) : '';
  return text === '' ? ALERT_DEFAULTS : AlertForm.parse({ ...ALERT_DEFAULTS, ...JSON.parse(text) });
}

/** Silenced alerts would hide attacks. Throws ERR_NO_SUPER, ERR_PROOF_REQUIRED, InvalidInput on `url`. */
export async function changeAlertSettings(scope: Scope, settings: AlertSettings): Promise<void> {
  requireSuper(scope);
  requireRecentAuthentication(scope);
  const value = encryptText(scope.kernel, ALERTS_NAME, JSON.stringify(settings));
  const was = await getAlertSettings(scope.kernel);
  requireCallable(scope, 'url', settings.url, was.url);
  await platformOf(scope).write(async (tx) => {
    await setPlatformValue(tx, { key: ALERTS_KEY, value });
    const [before, after] = [toAudit(was), toAudit(settings)];
    await audit(tx, { what: 'platform.changed', on: { id: ALERTS_KEY }, before, after });
  });
}

const toAudit = ({ url, ...settings }: AlertSettings) => ({ ...settings, host: URL.parse(url)?.host ?? '' });
