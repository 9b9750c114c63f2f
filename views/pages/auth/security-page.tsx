import { securityPaths } from '@/modules/auth/security/security-paths.schema.ts';
import { factorPaths } from '@/modules/factors/factor-paths.schema.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { LivePart } from '../../ui/live-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { type PasskeyProps, Passkeys } from './passkey-section.tsx';
import { Line, Section } from './security-parts.tsx';
import { type DeviceProps, Devices, type SessionProps, Sessions } from './session-sections.tsx';

export type SecurityPageProps = {
  /** The company requires a second factor that this person lacks: no other page is accessible. */
  isForced: boolean;
  factors: { hasAuthenticator: boolean; passkeys: number; recoveryCodes: number };
  passkeys: PasskeyProps[];
  takesPasskeys: boolean;
  sessions: SessionProps[];
  devices: DeviceProps[];
  wantsAlerts: boolean;
  sendsMail: boolean;
};

export function SecurityPage({
  isForced,
  factors,
  passkeys,
  takesPasskeys,
  sessions,
  devices,
  wantsAlerts,
  sendsMail,
}: SecurityPageProps) {
  const t = useT();
  return (
    <>
      {isForced ? <Forced /> : <PageHeader title={t('auth:security.title')} text={t('auth:security.text')} />}
      <LivePart id="security" className="max-w-3xl" href={securityPaths.page()} refreshOn="security">
        <SecondFactor {...factors} />
        <Passkeys passkeys={passkeys} isPossible={takesPasskeys} />
        {isForced ? null : (
          <>
            <Sessions sessions={sessions} />
            <Devices devices={devices} />
            <Alerts isOn={wantsAlerts} sendsMail={sendsMail} />
          </>
        )}
      </LivePart>
    </>
  );
}

function Forced() {
  const t = useT();
  return (
    <div className="mb-6">
      <h1 className="font-bold text-2xl tracking-tight">{t('auth:forced.title')}</h1>
      <p className="mt-1 text-pretty text-muted">{t('auth:forced.text')}</p>
      <div className="mt-4 flex gap-2">
        <LinkButton href={paths.home()}>{t('auth:forced.goOn')}</LinkButton>
        <form method="post" action="/logout">
          <Button type="submit" variant="ghost">
            {t('common:logout')}
          </Button>
        </form>
      </div>
    </div>
  );
}

function SecondFactor({ hasAuthenticator, passkeys, recoveryCodes }: SecurityPageProps['factors']) {
  const t = useT();
  const hasFactor = hasAuthenticator || passkeys > 0;
  return (
    <Section title={t('auth:security.factor')} text={t('auth:security.factorText')}>
      <Line
        title={t('factors:authenticator.title')}
        text={t('factors:authenticator.text')}
        mark={hasAuthenticator ? <Badge tone="success">{t('factors:on')}</Badge> : null}
      >
        {hasAuthenticator ? (
          <Button size="sm" {...opensDialog(factorPaths.removeAuthenticator())}>
            {t('factors:switchOff.submit')}
          </Button>
        ) : (
          <Button size="sm" variant="primary" {...opensDialog(factorPaths.authenticator())}>
            {t('factors:authenticator.switchOn')}
          </Button>
        )}
      </Line>
      {hasFactor ? (
        <Line
          title={t('factors:recovery.title')}
          text={t('factors:recovery.left', { count: recoveryCodes })}
          mark={recoveryCodes < 3 ? <Badge tone="warning">{t('factors:recovery.few')}</Badge> : null}
        >
          <Button size="sm" {...opensDialog(factorPaths.recoveryCodes())}>
            {t('factors:newCodes.submit')}
          </Button>
        </Line>
      ) : null}
    </Section>
  );
}

function Alerts({ isOn, sendsMail }: { isOn: boolean; sendsMail: boolean }) {
  const t = useT();
  return (
    <Section title={t('auth:alerts.title')} text={t(sendsMail ? 'auth:alerts.text' : 'auth:alerts.noMail')}>
      <form
        className="px-4 py-2.5"
        hx-put={securityPaths.alerts()}
        hx-trigger="change, submit"
        hx-swap="none"
        hx-sync="this:queue last"
        autoComplete="off"
      >
        <Switch
          id="sign-in-alerts"
          name="value"
          label={t('auth:alerts.label')}
          hint={t('auth:alerts.hint')}
          defaultChecked={isOn}
        />
      </form>
    </Section>
  );
}
