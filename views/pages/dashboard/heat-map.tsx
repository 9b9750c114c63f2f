import type { ViewFilter } from '@/modules/dashboard/dashboard.schema.ts';
import { WEEKDAYS } from '@/schemas/service-hours.schema.ts';
import { useT } from '../../i18n.tsx';
import { figureHref } from './figures.ts';

const DAYS = WEEKDAYS.map(({ weekdayEn }) => weekdayEn);
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const LEVELS = 4;

/** `arrivals`: seven rows from Monday on, with 24 hours each. The colour only repeats the figure. */
export function HeatMap({ arrivals, filter }: { arrivals: number[][]; filter: ViewFilter }) {
  const t = useT();
  const most = Math.max(1, ...arrivals.flat());
  const levelOf = (count: number) => (count === 0 ? 0 : Math.max(1, Math.ceil((count / most) * LEVELS)));
  return (
    <div className="panel dash-heat">
      <h2 id="dash-arrivals" className="dash-title">
        {t('dashboard:arrivals.title')}
        <small>{t('dashboard:arrivals.hint')}</small>
      </h2>
      <section
        className="relative overflow-x-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
        aria-labelledby="dash-arrivals"
        data-scrolls-sideways=""
      >
        <table>
          <caption className="sr-only">{t('dashboard:arrivals.title')}</caption>
          <thead>
            <tr>
              <td />
              {HOURS.map((hour) => (
                <th key={hour} scope="col">
                  {hour}
                  <span className="sr-only">h</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {arrivals.map((hours, weekday) => (
              <tr key={DAYS[weekday]}>
                <th scope="row">{t(`dashboard:weekday.${DAYS[weekday]}`)}</th>
                {HOURS.map((hour) => (
                  <td key={hour} data-level={levelOf(hours[hour] ?? 0)}>
                    {hours[hour] ? (
                      <a
                        href={figureHref('begun', filter, { weekday, hour })}
                        aria-label={`${t(`dashboard:weekday.${DAYS[weekday]}`)}, ${hour}h: ${hours[hour]}`}
                      >
                        {hours[hour]}
                      </a>
                    ) : (
                      0
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
