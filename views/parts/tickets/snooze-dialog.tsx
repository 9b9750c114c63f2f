import type { TicketDetail } from '@/modules/tickets/tickets.views.ts';
import { paths } from '@/paths.ts';
import { useI18n } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogForm } from '../../ui/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { formatMoment } from '../messages/dates.ts';

export type SnoozeDialogProps = {
  ticket: TicketDetail;
  times: { hour: string; tomorrow: string; monday: string };
  /** `at` is `yyyy-MM-ddTHH:mm` in the company's time zone. */
  values: { choice: string; at: string };
  errors?: Record<string, string>;
};

export function SnoozeDialog({ ticket, times, values, errors = {} }: SnoozeDialogProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const moment = (iso: string) => formatMoment(iso, i18n);
  const choices = [
    { value: 'hour', detail: moment(times.hour) },
    { value: 'tomorrow', detail: moment(times.tomorrow) },
    { value: 'monday', detail: moment(times.monday) },
    { value: 'custom', detail: '' },
  ];
  const href = paths.ticketPart(ticket.uuid, 'snooze');
  return (
    <DialogForm
      id="snooze-dialog"
      title={t('ticketDialogs:snooze.title')}
      action={href}
      submitLabel={t('ticketDialogs:snooze.submit')}
      footer={
        ticket.snoozedUntil ? (
          <Button variant="ghost" hx-delete={href} hx-swap="none">
            {t('ticketDialogs:snooze.wake')}
          </Button>
        ) : undefined
      }
      values={values}
    >
      <p className="text-muted text-sm">{t('ticketDialogs:snooze.text')}</p>
      <fieldset className="group flex flex-col">
        <legend className="sr-only">{t('ticketDialogs:snooze.title')}</legend>
        {choices.map(({ value, detail }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-2 hover:bg-base-200 has-checked:bg-base-200"
          >
            <input
              type="radio"
              className="radio radio-primary radio-sm"
              name="choice"
              value={value}
              defaultChecked={value === values.choice}
            />
            {t(`ticketDialogs:snooze.${value}`)}
            <span className="ml-auto whitespace-nowrap text-muted text-sm">{detail}</span>
          </label>
        ))}
        <Field
          type="datetime-local"
          name="at"
          label={t('ticketDialogs:snooze.at')}
          error={errors.at ?? errors.until ?? errors.choice}
          className="hidden pt-2 pl-10 group-has-[[value=custom]:checked]:flex"
        />
      </fieldset>
    </DialogForm>
  );
}
