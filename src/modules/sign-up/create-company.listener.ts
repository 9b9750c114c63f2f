import { companies, emailConfirmations } from '@db/platform/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import { audit } from '@/core/audit/audit.ts';
import type { PlatformListener } from '@/core/events.ts';
import type { PlatformScope } from '@/core/platform-scope.ts';
import { fingerprint } from '@/core/security/secrets.ts';
import { findLogin } from '@/modules/auth/auth.queries.ts';
import { foundCompany } from '@/modules/auth/set-up/found-company.service.ts';
import { postMail } from '@/modules/mail/mail.service.ts';
import { getPublicSetting } from '@/modules/settings/settings.queries.ts';
import { paths } from '@/paths.ts';
import { DEFAULT_HOURS } from '@/schemas/service-hours.schema.ts';
import type { Applicant } from './sign-up.service.ts';

/** No names of applicants: they could send text to any address in our name. */
declare module '@/modules/mail/mail.service.ts' {
  interface MailKinds {
    'signUp:welcome': { link: string };
    'signUp:confirm': { link: string };
    'signUp:known': { link: string };
  }
}

const LINK_MS = 7 * 86_400_000;

/** Two parallel sign-ups must not both find a name or e-mail free. */
const oneAtATime = pLimit(1);

export const foundSignedUp: PlatformListener<'company.signing-up'> = (scope, applicant) =>
  oneAtATime(() => found(scope, applicant));

async function found(scope: PlatformScope, applicant: Applicant): Promise<void> {
  if (await findLogin(scope.kernel, applicant.email)) return mailOwner(scope, applicant);
  const { passwordHash, trialEnd, companyId: referrerId, origin: _origin, ...draft } = applicant;
  const mustConfirm = (await getPublicSetting(scope.kernel, 'confirmEmail')).value === 'enabled';
  await scope.write(async (tx) => {
    const name = await freeName(tx, draft.name);
    const { companyId } = await foundCompany(tx, {
      ...draft,
      name,
      recurrence: 'MENSAL',
      dueDate: trialEnd,
      trialExpiration: trialEnd,
      emailConfirmedAt: mustConfirm ? null : tx.now(),
      hours: DEFAULT_HOURS,
      owner: { name: draft.name, passwordHash, super: false },
    });
    if (referrerId) await auditReferrer(tx, { companyId, name, referrerId });
    if (mustConfirm) return mailConfirmation(tx, { ...applicant, companyId });
    await postMail(tx, {
      kind: 'signUp:welcome',
      key: `welcome:${companyId}`,
      recipient: applicant.email,
      language: applicant.language,
      companyId,
      values: { link: `${applicant.origin}${paths.login()}` },
    });
  });
}

type Referred = { companyId: number; name: string; referrerId: number };

async function auditReferrer(tx: PlatformScope, { companyId, name, referrerId }: Referred): Promise<void> {
  const referrer = await tx.db.query.companies.findFirst({ where: eq(companies.id, referrerId) });
  const after = { referredBy: referrer?.name };
  if (referrer) await audit(tx, { what: 'company.referred', on: { id: companyId, name }, after });
}

export async function mailConfirmation(
  scope: PlatformScope,
  {
    companyId,
    email,
    language,
    origin,
  }: Pick<Applicant, 'email' | 'language' | 'origin'> & {
    companyId: number;
  },
): Promise<void> {
  const secret = scope.kernel.ids.token(24);
  await scope.write(async (tx) => {
    const link = { hash: fingerprint(secret), expiresAt: new Date(tx.now().getTime() + LINK_MS) };
    await tx.db
      .insert(emailConfirmations)
      .values({ companyId, createdAt: tx.now(), ...link })
      .onConflictDoUpdate({ target: emailConfirmations.companyId, set: link });
    await postMail(tx, {
      kind: 'signUp:confirm',
      key: `confirm:${fingerprint(secret)}`,
      recipient: email,
      language,
      companyId,
      values: { link: `${origin}${paths.confirmEmail(secret)}` },
      usefulFor: LINK_MS,
    });
  });
}

/** Only the mailbox learns that an account exists; once a day, however often the address is typed. */
function mailOwner(scope: PlatformScope, { email, language, origin }: Applicant): Promise<void> {
  const day = scope.now().toISOString().slice(0, 10);
  return postMail(scope, {
    kind: 'signUp:known',
    key: `sign-up-known:${fingerprint(email)}:${day}`,
    recipient: email,
    language,
    companyId: null,
    values: { link: `${origin}${paths.login()}` },
  });
}

/** Names are unique, and a refusal would reveal which are taken. */
async function freeName(scope: PlatformScope, wanted: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : `${wanted} (${n})`;
    const same = eq(sql`lower(${companies.name})`, name.toLowerCase());
    if (!(await scope.db.query.companies.findFirst({ where: same, columns: { id: true } }))) return name;
  }
}
