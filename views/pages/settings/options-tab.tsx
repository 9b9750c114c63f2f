import type { ReactNode } from 'react';
import { mailPaths } from '@/modules/mail/mail-paths.schema.ts';
import {
  CHOICES,
  isSecretSetting,
  type PublicSettingKey,
  type SettingKey,
  TIME_ZONE_KEY,
  TRIAL_DAYS,
} from '@/modules/settings/settings.schema.ts';
import type { SettingView } from '@/modules/settings/settings.views.ts';
import {
  INVOICE_SETTINGS,
  type OptionSubject,
  SETTINGS_OF,
  type ShownSetting,
  type Subject,
} from '@/modules/settings/subjects.schema.ts';
import { integrationPaths, paths } from '@/paths.ts';
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

type Known = Map<string, SettingView>;
const knownBy = (settings: SettingView[]): Known => new Map(settings.map((one) => [one.key, one]));

type ShownProps = {
  settings: SettingView[];
  /** Only this one; undefined for all. */
  subject: OptionSubject | undefined;
  /** Only these, as the search found them. */
  found: ShownSetting[] | null;
};

function shownOf(keys: readonly ShownSetting[], { found }: Pick<ShownProps, 'found'>): ShownSetting[] {
  return keys.filter((key) => found?.includes(key) ?? true);
}

type TabProps = ShownProps & {
  canChange: boolean;
  isSuper: boolean;
  sendsMail: boolean;
  failedMails: number;
  isMailDown: boolean;
  now: string;
};

const OF_EVERYBODY = ['company', 'hours', 'service', 'automatic', 'security'] as const;

export function OptionsTab({ canChange, isSuper, now, ...props }: TabProps) {
  const t = useT();
  const { subject, found } = props;
  const known = knownBy(props.settings);
  const isShown = (one: Subject) => subject === undefined || subject === one;
  return (
    <>
      {canChange ? null : <p className="mb-4 text-muted">{t('settings:readOnly')}</p>}
      {found?.length === 0 ? <p className="mb-4 text-muted">{t('settings:search.noOption')}</p> : null}
      <fieldset disabled={!canChange}>
        {OF_EVERYBODY.filter(isShown).map((one) => (
          <SubjectGroup key={one} of={one} {...props} isAlone={subject !== undefined} canChange={canChange}>
            {shownOf(SETTINGS_OF[one], props).flatMap((name) => {
              if (name === TIME_ZONE_KEY)
                return <TimeZoneRow key={name} value={known.get(name)?.value ?? 'UTC'} now={now} />;
              const setting = known.get(name);
              return setting ? <Option key={name} name={name} value={setting.value} /> : [];
            })}
          </SubjectGroup>
        ))}
      </fieldset>
      {isSuper && isShown('global') ? <PlatformOptions {...props} known={known} /> : null}
    </>
  );
}

type SubjectGroupProps = {
  of: Subject;
  isAlone: boolean;
  canChange: boolean;
  children: ReactNode[];
};

/** Empty for who may read none of its settings. The anchor is the address of the subject on the page of all. */
function SubjectGroup({ of: subject, isAlone, canChange, children }: SubjectGroupProps) {
  const t = useT();
  if (children.length === 0) return null;
  const name = t(`settings:subject.${subject}`);
  return (
    <div data-subject={subject}>
      <SettingGroup {...(isAlone ? { label: name } : { title: name })}>
        {children}
        {subject === 'hours' && canChange ? (
          <p className="px-4 py-3 text-sm">
            <a href={paths.settingsHours()} className="link">
              {t('settings:hours.open')}
            </a>
          </p>
        ) : null}
      </SettingGroup>
    </div>
  );
}

type PlatformProps = Omit<TabProps, 'settings' | 'canChange' | 'isSuper' | 'now'> & { known: Known };

function PlatformOptions({ known, sendsMail, isMailDown, failedMails, subject, found }: PlatformProps) {
  const t = useT();
  const names = shownOf(SETTINGS_OF.global, { found }) as PublicSettingKey[];
  const title = t('settings:subject.global');
  const isMailShown = found === null;
  return (
    <>
      {sendsMail || !isMailShown ? null : (
        <MailNotice tone="warning">{t('settings:platform.noMail')}</MailNotice>
      )}
      {isMailDown && isMailShown ? (
        <MailNotice tone="error" link={t('settings:platform.showReason')}>
          {t('settings:platform.mailDown')}
        </MailNotice>
      ) : null}
      {failedMails > 0 && isMailShown ? (
        <MailNotice tone="warning" link={t('settings:platform.showMails')}>
          {t('settings:platform.failedMails', { count: failedMails })}
        </MailNotice>
      ) : null}
      {names.length === 0 ? null : (
        <SettingGroup {...(subject ? { label: title } : { title })} text={t('settings:platform.text')}>
          {names.map((name) => (
            <Option key={name} name={name} value={known.get(name)?.value ?? ''} />
          ))}
        </SettingGroup>
      )}
    </>
  );
}

type MailNoticeProps = { tone: 'warning' | 'error'; link?: string; children: string };

function MailNotice({ tone, link, children }: MailNoticeProps) {
  return (
    <div role="status" className={`notice tone-${tone} mb-4`}>
      <Icon name="mail" size={18} />
      <p>
        {children}{' '}
        {link ? (
          <a href={mailPaths.failed()} className="link">
            {link}
          </a>
        ) : null}
      </p>
    </div>
  );
}

function Option({ name, value }: { name: ShownSetting; value: string }) {
  if (name === 'trial') return <ChoiceRow name={name} value={value} choices={TRIAL_DAYS} />;
  if (name === 'scheduleType' || name === 'chatBotType' || name === 'scheduleLateness')
    return <ChoiceRow name={name} value={value} choices={CHOICES[name]} />;
  if (name === 'secondFactor' && value === 'enabled') return <GuardRow name={name} />;
  return <SwitchRow name={name} value={value} />;
}

type IntegrationsProps = ShownProps & {
  href: string;
  /** Why a setting's stored address is not called. */
  notCalled: Partial<Record<SettingKey, string>>;
};

/** Morphed, not replaced, when a setting changes: somebody may be typing a key. */
export function Integrations({ settings, subject, found, href, notCalled }: IntegrationsProps) {
  const t = useT();
  const known = knownBy(settings);
  const isShown = subject === undefined || subject === 'integrations';
  const systems = Object.entries(INVOICE_SETTINGS).map(([key, names]) => ({
    ...{ key, names: shownOf(names, { found }) },
  }));
  const shown = isShown ? systems.filter(({ names }) => names.length > 0) : [];
  if (shown.length === 0) return null;
  return (
    <LivePart id="settings-integrations" href={href} refreshOn="settings">
      {shown.map(({ key, names }) => (
        <SettingGroup
          key={key}
          title={t(`settings:integration.${key}.title`)}
          text={t(`settings:integration.${key}.text`)}
        >
          {(names as SettingKey[]).map((name) => (
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
