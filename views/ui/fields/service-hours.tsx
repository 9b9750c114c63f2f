import { type DayName, hoursField, WEEKDAYS } from '@/schemas/service-hours.schema.ts';
import { useT } from '../../i18n.tsx';
import { TimeRange } from './time-range.tsx';

type ServiceHoursEditorProps = {
  /** By field name: `hoursValues(hours)`, or what a refused form sent. */
  values: Record<string, string>;
  errors?: Record<string, string>;
};

/** Two ranges per weekday; the enclosing form spreads `hoursFields` and reads them by `hoursOf`. */
export function ServiceHoursEditor({ values, errors = {} }: ServiceHoursEditorProps) {
  const t = useT();
  return (
    <div className="hours">
      <p className="field-hint">{t('common:hours.hint')}</p>
      {WEEKDAYS.map(({ weekdayEn }) => (
        <div key={weekdayEn} className="hours-day">
          <p className="hours-name">
            <span aria-hidden="true" className="field-label">
              {t(`common:hours.${weekdayEn}`)}
            </span>
            <span className="hours-closed">{t('common:hours.closed')}</span>
          </p>
          <Range day={weekdayEn} values={values} errors={errors} />
          <Range day={weekdayEn} isSecond values={values} errors={errors} />
        </div>
      ))}
    </div>
  );
}

type RangeProps = Required<ServiceHoursEditorProps> & { day: DayName; isSecond?: boolean };

function Range({ day, isSecond = false, values, errors }: RangeProps) {
  const t = useT();
  const which = t(isSecond ? 'common:hours.second' : 'common:hours.first');
  const from = hoursField(day, isSecond ? 'startTimeB' : 'startTime');
  const until = hoursField(day, isSecond ? 'endTimeB' : 'endTime');
  const [start = '', end = ''] = [values[from], values[until]];
  const isClosed = start === end;
  return (
    <TimeRange
      label={`${t(`common:hours.${day}`)}, ${which}`}
      isLabelHidden
      from={{ name: from, value: isClosed ? '' : start }}
      until={{ name: until, value: isClosed ? '' : end }}
      error={errors[from] ?? errors[until]}
    />
  );
}
