import type { ReactNode } from 'react';
import { TIME_ZONE_KEY } from '@/modules/settings/settings.schema.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { formatTime } from '../../parts/messages/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { goesOnProven } from '../../ui/dialog.tsx';
import { AddressField } from '../../ui/fields/address-field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { TimeZoneOptions } from '../../ui/fields/time-zone-field.tsx';

type RowProps = { name: string; value: string };

const idOf = (name: string) => `setting-${name}`;

/** Saved at once. The target is `body`, since a refresh may replace the row and drop the response. */
function saves(name: string, sync: 'queue last' | 'drop') {
  return {
    'hx-put': paths.setting(name),
    'hx-trigger': 'change, submit',
    'hx-target': 'body',
    'hx-swap': 'none',
    'hx-sync': `this:${sync}`,
    autoComplete: 'off',
  };
}

export function SettingGroup({
  title,
  label,
  text,
  children,
}: {
  title?: string;
  /** Instead of a title that the page has already. */
  label?: string;
  text?: string;
  children: ReactNode;
}) {
  return (
    <section className="mb-6" aria-label={label}>
      {title ? <h2 className="font-semibold">{title}</h2> : null}
      {text ? <p className="text-muted text-sm">{text}</p> : null}
      <div className="panel mt-3 divide-y divide-base-300">{children}</div>
    </section>
  );
}

export function SwitchRow({ name, value }: RowProps) {
  const t = useT();
  return (
    <form className="px-4 py-2.5" {...saves(name, 'queue last')}>
      <Switch
        id={idOf(name)}
        name="value"
        label={t(`settings:key.${name}.label`)}
        hint={t(`settings:key.${name}.hint`)}
        defaultChecked={value === 'enabled'}
      />
    </form>
  );
}

/** For an active guard, which only reauthentication switches off: a switch would show off too early. */
export function GuardRow({ name }: { name: string }) {
  const t = useT();
  const id = idOf(name);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3.5">
      <div className="min-w-0 grow basis-64">
        <p id={id} className="field-label">
          {t(`settings:key.${name}.label`)}
        </p>
        <p className="field-hint">{t(`settings:key.${name}.hint`)}</p>
      </div>
      <div className="flex items-center gap-2">
        <Badge tone="success">{t('settings:guard.isOn')}</Badge>
        <Button
          {...goesOnProven(`${id}-off`, 'click')}
          size="sm"
          hx-put={paths.setting(name)}
          hx-vals='{"value":"disabled"}'
          hx-target="body"
          hx-swap="none"
          hx-disable="this"
          aria-describedby={id}
        >
          {t('settings:guard.off')}
        </Button>
      </div>
    </div>
  );
}

export function ChoiceRow({ name, value, choices }: RowProps & { choices: readonly string[] }) {
  const t = useT();
  const id = idOf(name);
  return (
    <form
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3.5"
      {...saves(name, 'queue last')}
    >
      <div className="min-w-0 grow basis-64">
        <label htmlFor={id} className="field-label">
          {t(`settings:key.${name}.label`)}
        </label>
        <p id={`${id}-hint`} className="field-hint">
          {t(`settings:key.${name}.hint`)}
        </p>
      </div>
      <select
        id={id}
        name="value"
        defaultValue={value}
        className="select w-full sm:w-56"
        aria-describedby={`${id}-hint`}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {name === 'trial' ? t('settings:days', { count: Number(choice) }) : t(`settings:value.${choice}`)}
          </option>
        ))}
      </select>
    </form>
  );
}

/** `now` is ISO text: the local time under the name confirms the choice. */
export function TimeZoneRow({ value, now }: { value: string; now: string }) {
  const t = useT();
  const id = idOf(TIME_ZONE_KEY);
  return (
    <form
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3.5"
      {...saves(TIME_ZONE_KEY, 'queue last')}
    >
      <div className="min-w-0 grow basis-64">
        <label htmlFor={id} className="field-label">
          {t('settings:key.timeZone.label')}
        </label>
        <p id={`${id}-hint`} className="field-hint">
          {t('settings:key.timeZone.hint', { time: formatTime(now, { timeZone: value }) })}
        </p>
      </div>
      <select
        id={id}
        name="value"
        defaultValue={value}
        className="select w-full sm:w-56"
        aria-describedby={`${id}-hint`}
      >
        <TimeZoneOptions selected={value} />
      </select>
    </form>
  );
}

type AddressRowProps = RowProps & {
  error?: string;
  notCalled?: string;
};

export function AddressRow({ name, value, error, notCalled }: AddressRowProps) {
  const t = useT();
  return (
    <form id={rowOf(name)} className="px-4 py-3.5" {...saves(name, 'drop')}>
      <AddressField
        id={idOf(name)}
        name="value"
        type="text"
        label={t(`settings:key.${name}.label`)}
        hint={t(`settings:key.${name}.hint`)}
        defaultValue={value}
        error={error}
        notCalled={notCalled}
        maxLength={2000}
      />
    </form>
  );
}

export const rowOf = (name: string) => `setting-row-${name}`;

type SecretRowProps = {
  name: string;
  isSet: boolean;
  /** Changes after each save, so that what was typed is not retained on the page. */
  version: string;
};

export function SecretRow({ name, isSet, version }: SecretRowProps) {
  const t = useT();
  const label = t(`settings:key.${name}.label`);
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2 px-4 py-3.5">
      <form className="min-w-0 grow basis-64" {...saves(name, 'drop')}>
        <PasswordField
          id={`${idOf(name)}-${version}`}
          name="value"
          label={label}
          hint={t(`settings:key.${name}.hint`)}
          placeholder={t(isSet ? 'settings:secret.replace' : 'settings:secret.add')}
          autoComplete="new-password"
          maxLength={2000}
        />
      </form>
      <div className="flex items-center gap-2 pb-1">
        <Badge tone={isSet ? 'success' : 'neutral'}>
          {t(isSet ? 'settings:secret.isSet' : 'settings:secret.isNone')}
        </Badge>
        {isSet ? (
          <form {...saves(name, 'drop')}>
            <input type="hidden" name="value" value="" />
            <Button
              type="submit"
              variant="ghost"
              size="sm"
              icon="trash"
              aria-label={t('settings:secret.removeNamed', { name: label })}
            >
              {t('settings:secret.remove')}
            </Button>
          </form>
        ) : null}
      </div>
    </div>
  );
}
