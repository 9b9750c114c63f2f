import { mailPaths } from '@/modules/mail/mail-paths.schema.ts';
import {
  CHOICES,
  isSecretSetting,
  PUBLIC_SETTING_DEFAULTS,
  type PublicSettingKey,
  type SettingKey,
  TIME_ZONE_KEY,
  TRIAL_DAYS,
} from '@/modules/settings/settings.schema.ts';
import type { SettingView } from '@/modules/settings/settings.views.ts';
import { integrationPaths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { LivePart } from '../../ui/live-part.tsx';
import {
  AddressRow,
  ChoiceRow,
  GuardRow,
  SecretRow,
  SettingGroup,
  SwitchRow,
  TimeZoneRow,
} from './setting-rows.tsx';

const GROUPS: { key: string; settings: SettingKey[] }[] = [
  { key: 'bot', settings: ['chatBotType', 'sendGreetingMessageOneQueues', 'scheduleType'] },
  { key: 'tickets', settings: ['sendGreetingAccepted', 'sendMsgTransfTicket', 'userRating'] },
  { key: 'whatsapp', settings: ['CheckMsgIsGroup', 'call', 'sendTyping', 'scheduleLateness'] },
  { key: 'security', settings: ['secondFactor', 'phoneBesideDesktop'] },
  { key: 'mails', settings: ['weeklyMail'] },
];

const INTEGRATIONS: { key: string; settings: SettingKey[] }[] = [
  { key: 'ixc', settings: ['ipixc', 'tokenixc'] },
  { key: 'mkauth', settings: ['ipmkauth', 'clientidmkauth', 'clientsecretmkauth'] },
  { key: 'asaas', settings: ['asaas'] },
];

const PLATFORM = Object.keys(PUBLIC_SETTING_DEFAULTS) as PublicSettingKey[];

type Known = Map<string, SettingView>;
const knownBy = (settings: SettingView[]): Known => new Map(settings.map((one) => [one.key, one]));

type TabProps = {
  settings: SettingView[];
  canChange: boolean;
  isSuper: boolean;
  sendsMail: boolean;
  failedMails: number;
  isMailDown: boolean;
  now: string;
};

export function OptionsTab({
  settings,
  canChange,
  isSuper,
  sendsMail,
  failedMails,
  isMailDown,
  now,
}: TabProps) {
  const t = useT();
  const known = knownBy(settings);
  return (
    <>
      {canChange ? null : <p className="mb-4 text-muted">{t('settings:readOnly')}</p>}
      <fieldset disabled={!canChange}>
        <SettingGroup title={t('settings:group.company')}>
          <TimeZoneRow value={known.get(TIME_ZONE_KEY)?.value ?? 'UTC'} now={now} />
        </SettingGroup>
        {GROUPS.map(({ key, settings: names }) => (
          <Group key={key} name={key} settings={names.flatMap((name) => known.get(name) ?? [])} />
        ))}
      </fieldset>
      {isSuper && !sendsMail ? (
        <div role="status" className="notice tone-warning mb-4">
          <Icon name="mail" size={18} />
          <p>{t('settings:platform.noMail')}</p>
        </div>
      ) : null}
      {isSuper && isMailDown ? (
        <div role="status" className="notice tone-error mb-4">
          <Icon name="mail" size={18} />
          <p>
            {t('settings:platform.mailDown')}{' '}
            <a href={mailPaths.failed()} className="link">
              {t('settings:platform.showReason')}
            </a>
          </p>
        </div>
      ) : null}
      {failedMails > 0 ? (
        <div role="status" className="notice tone-warning mb-4">
          <Icon name="mail" size={18} />
          <p>
            {t('settings:platform.failedMails', { count: failedMails })}{' '}
            <a href={mailPaths.failed()} className="link">
              {t('settings:platform.showMails')}
            </a>
          </p>
        </div>
      ) : null}
      {isSuper ? (
        <SettingGroup title={t('settings:platform.title')} text={t('settings:platform.text')}>
          {PLATFORM.map((name) => (
            <Option key={name} name={name} value={known.get(name)?.value ?? ''} />
          ))}
        </SettingGroup>
      ) : null}
    </>
  );
}

/** Empty for who may read none of its settings. */
function Group({ name, settings }: { name: string; settings: SettingView[] }) {
  const t = useT();
  if (settings.length === 0) return null;
  return (
    <SettingGroup title={t(`settings:group.${name}`)}>
      {settings.map(({ key, value }) => (
        <Option key={key} name={key as SettingKey} value={value} />
      ))}
    </SettingGroup>
  );
}

function Option({ name, value }: { name: SettingKey | PublicSettingKey; value: string }) {
  if (name === 'trial') return <ChoiceRow name={name} value={value} choices={TRIAL_DAYS} />;
  if (name === 'scheduleType' || name === 'chatBotType' || name === 'scheduleLateness')
    return <ChoiceRow name={name} value={value} choices={CHOICES[name]} />;
  if (name === 'secondFactor' && value === 'enabled') return <GuardRow name={name} />;
  return <SwitchRow name={name} value={value} />;
}

type IntegrationsProps = {
  settings: SettingView[];
  href: string;
  /** Why a setting's stored address is not called. */
  notCalled: Partial<Record<SettingKey, string>>;
};

/** Morphed, not replaced, when a setting changes: somebody may be typing a key. */
export function Integrations({ settings, href, notCalled }: IntegrationsProps) {
  const t = useT();
  const known = knownBy(settings);
  return (
    <LivePart id="settings-integrations" href={href} refreshOn="settings">
      {INTEGRATIONS.map(({ key, settings: names }) => (
        <SettingGroup
          key={key}
          title={t(`settings:integration.${key}.title`)}
          text={t(`settings:integration.${key}.text`)}
        >
          {names.map((name) => (
            <Credential key={name} name={name} setting={known.get(name)} notCalled={notCalled[name]} />
          ))}
          <TestRow system={key} />
        </SettingGroup>
      ))}
    </LivePart>
  );
}

function TestRow({ system }: { system: string }) {
  const t = useT();
  const output = `test-${system}`;
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 py-3">
      <Button
        size="sm"
        hx-post={integrationPaths.testInvoices()}
        hx-vals={JSON.stringify({ system })}
        hx-target={`#${output}`}
        hx-swap="innerHTML"
        hx-disable="this"
        aria-label={t('settings:integration.testNamed', { name: t(`settings:integration.${system}.title`) })}
      >
        {t('settings:integration.test')}
      </Button>
      <output id={output} className="min-w-0 grow basis-48" aria-live="polite" />
    </div>
  );
}

type CredentialProps = { name: SettingKey; setting: SettingView | undefined; notCalled: string | undefined };

function Credential({ name, setting, notCalled }: CredentialProps) {
  const { value = '', updatedAt = '' } = setting ?? {};
  if (!isSecretSetting(name)) return <AddressRow {...{ name, value, notCalled }} />;
  return <SecretRow name={name} isSet={value !== ''} version={String(Date.parse(updatedAt) || 0)} />;
}
