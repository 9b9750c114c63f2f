import { securityPaths } from '@/modules/auth/security/security-paths.schema.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { goesOnProven } from '../../ui/dialog.tsx';
import { Line, Section } from './security-parts.tsx';

type Origin = { browser: string; system: string; address: string; isLocal: boolean };
export type SessionProps = Origin & {
  key: string;
  isHere: boolean;
  visits: string | null;
  startedAt: string;
  seenAt: string;
};
export type DeviceProps = Origin & { id: number; seenAt: string };

export function Sessions({ sessions }: { sessions: SessionProps[] }) {
  const i18n = useI18n();
  const { t } = i18n;
  const others = sessions.filter(({ isHere }) => !isHere).length;
  const endOthers = (
    <Button
      size="sm"
      {...goesOnProven('end-others', 'click')}
      hx-delete={securityPaths.sessions()}
      hx-swap="none"
      hx-disable="this"
    >
      {t('auth:sessions.endOthers')}
    </Button>
  );
  return (
    <Section
      title={t('auth:sessions.title')}
      text={t('auth:sessions.text')}
      action={others > 0 ? endOthers : null}
    >
      {sessions.map((session) => (
        <Line
          key={session.key}
          title={
            session.visits === null
              ? nameOf(session, i18n)
              : t('auth:sessions.visit', { company: session.visits })
          }
          text={
            <>
              {originText(session, i18n)}
              <br />
              {t('auth:sessions.times', {
                start: formatMoment(session.startedAt, i18n),
                seen: formatMoment(session.seenAt, i18n),
              })}
            </>
          }
          mark={session.isHere ? <Badge tone="success">{t('auth:sessions.here')}</Badge> : null}
        >
          {session.isHere ? null : (
            <Button
              size="sm"
              {...goesOnProven(`end-${session.key}`, 'click')}
              hx-delete={securityPaths.session(session.key)}
              hx-swap="none"
              hx-disable="this"
            >
              {t('auth:sessions.end')}
            </Button>
          )}
        </Line>
      ))}
    </Section>
  );
}

export function Devices({ devices }: { devices: DeviceProps[] }) {
  const i18n = useI18n();
  const { t } = i18n;
  if (devices.length === 0) return null;
  return (
    <Section title={t('auth:devices.title')} text={t('auth:devices.text')}>
      {devices.map((device) => (
        <Line
          key={device.id}
          title={nameOf(device, i18n)}
          text={
            <>
              {originText(device, i18n)}
              <br />
              {t('auth:devices.last', { at: formatMoment(device.seenAt, i18n) })}
            </>
          }
        >
          <Button
            size="sm"
            {...goesOnProven(`forget-${device.id}`, 'click')}
            hx-delete={securityPaths.device(device.id)}
            hx-swap="none"
            hx-disable="this"
          >
            {t('auth:devices.forget')}
          </Button>
        </Line>
      ))}
    </Section>
  );
}

function nameOf({ browser, system }: Origin, { t }: I18n): string {
  return [browser, system].filter(Boolean).join(' · ') || t('auth:sessions.unknownBrowser');
}

function originText({ address, isLocal }: Origin, { t }: I18n): string {
  if (address === '') return t('auth:sessions.noAddress');
  return isLocal ? t('auth:sessions.local', { address }) : t('auth:sessions.address', { address });
}
