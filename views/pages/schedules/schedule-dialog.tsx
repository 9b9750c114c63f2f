import { REPEATS } from '@/modules/schedules/schedules.schema.ts';
import type { ScheduleView } from '@/modules/schedules/schedules.views.ts';
import { schedulePaths } from '@/paths.ts';
import { formatNumber } from '@/schemas/phone-number.schema.ts';
import { useI18n, useT } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog, DialogForm } from '../../ui/dialog.tsx';
import { ComboboxField, type ComboboxOption } from '../../ui/fields/combobox.tsx';
import { Field, Select } from '../../ui/fields/field.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { ClientId } from '../../ui/fields/form-key.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { TextWithVariables } from '../../ui/fields/text-with-variables.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { scheduleTitle } from './schedule-text.ts';

export type ScheduleValues = {
  body: string;
  /** `YYYY-MM-DDTHH:mm` in the company's zone. */
  at: string;
  contactId: number | undefined;
  whatsappId: string;
  repeats: string;
  opensTicket: boolean;
};

export type SchedulePreset = { key: 'hour' | 'tomorrow' | 'monday'; at: string };

type ScheduleDialogProps = {
  known: ScheduleView | null;
  values: ScheduleValues;
  contact: ComboboxOption | null;
  connections: { id: number; name: string }[];
  presets: SchedulePreset[];
  errors?: Record<string, string>;
};

export function ScheduleDialog(props: ScheduleDialogProps) {
  const { known, values, contact, connections, presets, errors = {} } = props;
  const t = useT();
  return (
    <DialogForm
      id="schedule-dialog"
      title={known ? scheduleTitle(known, t) : t('schedules:addTitle')}
      action={known ? schedulePaths.one(known.id) : schedulePaths.list()}
      method={known ? 'put' : 'post'}
      submitLabel={t(known ? 'common:save' : 'schedules:submit')}
      error={errors.form ?? (known?.error ? t(`errors:${known.error}`, { context: 'plain' }) : undefined)}
      files
      values={values}
      errors={errors}
    >
      {known ? null : <ClientId />}
      <ComboboxField
        id="schedule-contact"
        name="contactId"
        textName="searchParam"
        href={schedulePaths.contacts()}
        label={t('schedules:contact')}
        placeholder={t('schedules:searchContact')}
        chosen={contact}
        error={errors.contactId}
        autoFocus={!contact}
        required
      />
      <TextWithVariables
        name="body"
        label={t('schedules:body')}
        rows={5}
        autoFocus={Boolean(contact)}
        required
      />
      <div data-field="" className="flex flex-col gap-2">
        <Field
          type="datetime-local"
          name="sendAt"
          label={t('schedules:sendAt')}
          defaultValue={values.at}
          required
        />
        <div className="presets">
          {presets.map(({ key, at }) => (
            <Button key={key} size="sm" data-fill={at}>
              {t(`schedules:preset.${key}`)}
            </Button>
          ))}
        </div>
      </div>
      <Select
        name="repeats"
        label={t('schedules:repeats')}
        options={REPEATS.map((value) => ({ value, label: t(`schedules:repeat.${value}`) }))}
      />
      <Select
        name="whatsappId"
        label={t('schedules:connection')}
        options={[
          { value: '', label: t('schedules:defaultConnection') },
          ...connections.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <FileDrop
        name="file"
        label={t('schedules:media')}
        accept=".png,.jpg,.jpeg"
        hint={known?.mediaName ?? undefined}
        picture={known?.mediaPath ?? null}
      />
      {known?.mediaName ? <Switch name="removeMedia" label={t('schedules:removeMedia')} /> : null}
      <Switch name="opensTicket" label={t('schedules:opensTicket')} hint={t('schedules:opensTicketHint')} />
    </DialogForm>
  );
}

export function SentScheduleDialog({ schedule }: { schedule: ScheduleView }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { contact, user, sentAt, sendAt, body, mediaPath, mediaName, error } = schedule;
  const at = sentAt ?? sendAt;
  return (
    <Dialog id="schedule-dialog" title={scheduleTitle(schedule, t)}>
      {error ? (
        <p role="alert" className="notice tone-error">
          <Icon name="alert-triangle" size={18} />
          <span>{t(`errors:${error}`, { context: 'plain' })}</span>
        </p>
      ) : null}
      <p className="font-semibold">{formatNumber(contact.name)}</p>
      <p className="text-muted text-sm">
        {formatMoment(at, i18n)}
        {user ? ` · ${user.name}` : ''}
      </p>
      <p className="wrap-anywhere mt-2 whitespace-pre-wrap">{body}</p>
      {mediaPath ? (
        <img src={mediaPath} alt={mediaName ?? ''} className="mt-2 max-h-64 rounded-box object-contain" />
      ) : null}
    </Dialog>
  );
}

export function DeleteScheduleDialog({ schedule }: { schedule: ScheduleView }) {
  const t = useT();
  const { contact, repeats, id } = schedule;
  return (
    <ConfirmDialog
      id="schedule-delete"
      title={t('schedules:delete', { name: formatNumber(contact.name) })}
      what={formatNumber(contact.name)}
      text={
        <>
          {t('common:confirmDelete')} {repeats === 'never' ? '' : t('schedules:deleteRepeated')}
        </>
      }
      action={schedulePaths.one(id)}
    />
  );
}
