import { isSuper } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { countFailedMails } from '@/modules/mail/failed-mails.queries.ts';
import { paths, withQuery } from '@/paths.ts';
import { uncalledSettings } from './address-settings.logic.ts';
import { findSettings } from './find-settings.logic.ts';
import { canChangeSettings } from './settings.policy.ts';
import { listSettings } from './settings.queries.ts';
import type { OptionSubject } from './subjects.schema.ts';

type Shown = { subject?: OptionSubject | undefined; q: string };

export async function getOptions(scope: Scope, { subject, q }: Shown) {
  const { kernel, actor, t } = scope;
  const settings = await listSettings(scope);
  const isOfThePlatform = isSuper(actor);
  return {
    settings,
    subject,
    found: findSettings(t, q),
    canChange: canChangeSettings(actor),
    isSuper: isOfThePlatform,
    sendsMail: kernel.services.mailTransport !== null,
    isMailDown: kernel.services.mailHealth.trouble !== undefined,
    failedMails: isOfThePlatform ? await countFailedMails(scope) : 0,
    now: scope.now().toISOString(),
    href: subject ? paths.settingsSubject(subject) : withQuery(paths.settings(), { q }),
    notCalled: uncalledSettings(kernel, settings),
  };
}
