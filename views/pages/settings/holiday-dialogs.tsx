import type { HolidayView } from '@/modules/settings/settings.views.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { ConfirmDialog, Dialog, DialogForm } from '../../ui/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { CheckboxList, Switch } from '../../ui/fields/switch.tsx';
import { formatDay } from './day.ts';

type HolidayDialogProps = {
  holidayId: number | null;
  values: { name: string; day: string; isYearly: boolean };
  errors?: Record<string, string>;
};

export function HolidayDialog({ holidayId, values, errors = {} }: HolidayDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="holiday-dialog"
      title={t(holidayId === null ? 'settings:holidays.addTitle' : 'settings:holidays.editTitle')}
      action={holidayId === null ? paths.holidays() : paths.holiday(holidayId)}
      method={holidayId === null ? 'post' : 'put'}
      values={values}
      errors={errors}
    >
      <Field name="name" label={t('common:name')} maxLength={60} autoFocus required />
      <Field type="date" name="day" label={t('settings:holidays.day')} required />
      <Switch
        name="isYearly"
        label={t('settings:holidays.yearly')}
        hint={t('settings:holidays.yearlyHint')}
      />
    </DialogForm>
  );
}

export function DeleteHolidayDialog({ holiday }: { holiday: HolidayView }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="holiday-delete"
      title={t('settings:holidays.delete', { name: holiday.name })}
      what={holiday.name}
      action={paths.holiday(holiday.id)}
    />
  );
}

type Suggestion = Pick<HolidayView, 'name' | 'day' | 'isYearly'>;

export function SuggestedHolidaysDialog({ suggestions }: { suggestions: Suggestion[] }) {
  const t = useT();
  const frame = { id: 'holiday-suggestions', title: t('settings:holidays.national') };
  if (suggestions.length === 0)
    return (
      <Dialog {...frame} size="sm">
        <p className="text-pretty">{t('settings:holidays.allKnown')}</p>
      </Dialog>
    );
  return (
    <DialogForm {...frame} action={paths.suggestedHolidays()} submitLabel={t('common:add')} isGuarded={false}>
      <p className="field-hint">{t('settings:holidays.nationalHint')}</p>
      <CheckboxList
        name="days"
        label={t('settings:holidays.title')}
        options={suggestions.map((one) => ({ value: one.day, label: `${formatDay(one)} · ${one.name}` }))}
        selected={suggestions.map(({ day }) => day)}
      />
    </DialogForm>
  );
}
