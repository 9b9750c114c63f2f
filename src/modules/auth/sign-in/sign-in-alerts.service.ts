import { mutedAlerts } from '@db/platform/schema/index.ts';
import { and, eq, sql } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { platformStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Locale } from '@/core/i18n.ts';
import { platformScope } from '@/core/platform-scope.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import type { Browser } from '@/core/security/client-browser.ts';
import { describeBrowser } from '@/core/security/describe-browser.ts';
import { createThrottle, type Throttle } from '@/core/security/throttle.ts';
import { getCompany, zoneOf } from '@/modules/companies/companies.queries.ts';
import type { Person } from '@/modules/factors/factors.queries.ts';
import { selfOf } from '@/modules/factors/factors.service.ts';
import { postMail } from '@/modules/mail/mail.service.ts';
import { mailLink } from '@/modules/mail/mail-link.logic.ts';
import { formatMoment } from '@/schemas/languages.schema.ts';
import { securityPaths } from '../security/security-paths.schema.ts';

declare module '@/modules/mail/mail.service.ts' {
  interface MailKinds {
    'auth:newDevice': { browser: string; at: string; address: string; link?: string };
  }
}

/** A program that signs in without storing cookies is a new device each time. */
const MAILS = { tries: 5, perSeconds: 86_400 };
declare module '@/core/scope.ts' {
  interface Services {
    signInAlerts: Throttle;
  }
}
export const createSignInAlerts = ({ ticks }: Kernel) => createThrottle(ticks, MAILS);

type Recipient = Person & { email: string; language: Locale | null };

export async function alertNewDevice(
  kernel: Kernel,
  { companyId, userId, email, language: own }: Recipient,
  { deviceId, ...browser }: Browser & { deviceId: number },
): Promise<void> {
  const person = { companyId, userId };
  if (await isMuted(kernel, person)) return;
  if (!kernel.services.signInAlerts.tryTake(`${companyId}/${userId}`)) return;
  const company = await getCompany(kernel, companyId);
  const language = own ?? company.language;
  const { browser: name, system } = describeBrowser(browser.agent);
  const t = kernel.translations.t(language);
  await postMail(platformScope(kernel), {
    kind: 'auth:newDevice',
    key: `new-device:${companyId}:${userId}:${deviceId}`,
    recipient: email,
    language,
    companyId,
    values: {
      browser: [name, system].filter(Boolean).join(', ') || t('auth:sessions.unknownBrowser'),
      at: formatMoment(kernel.clock(), { locale: language, timeZone: zoneOf(kernel, company) }),
      address: browser.address,
      ...mailLink(kernel, securityPaths.page()),
    },
  });
}

export async function isMuted({ platform: { db } }: Kernel, person: Person): Promise<boolean> {
  return (await mutedOf(db, person)).length > 0;
}

const mutedOf = platformStatement((db) =>
  db
    .select({ userId: mutedAlerts.userId })
    .from(mutedAlerts)
    .where(
      and(
        eq(mutedAlerts.companyId, sql.placeholder('companyId')),
        eq(mutedAlerts.userId, sql.placeholder('userId')),
      ),
    ),
);

export async function wantAlerts(scope: Scope, { isOn }: { isOn: boolean }): Promise<void> {
  const person = selfOf(scope);
  const before = { alerts: !(await isMuted(scope.kernel, person)) };
  await audit(scope, { what: 'session.alertsChanged', before, after: { alerts: isOn } });
  await setMuted(scope.kernel, person, !isOn);
}

export async function setMuted(kernel: Kernel, person: Person, isOff: boolean): Promise<void> {
  await kernel.platform.write(async (tx) => {
    if (isOff) await tx.insert(mutedAlerts).values(person).onConflictDoNothing();
    else await tx.delete(mutedAlerts).where(ofPerson(person));
  });
}

const ofPerson = ({ companyId, userId }: Person) =>
  and(eq(mutedAlerts.companyId, companyId), eq(mutedAlerts.userId, userId));
