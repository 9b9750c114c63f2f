import type { LiveNumbers } from '@/modules/dashboard/dashboard.views.ts';
import { paths } from '@/paths.ts';
import { formatMinutes } from '@/schemas/duration.schema.ts';
import { useT } from '../../i18n.tsx';

type LiveStripProps = { live: LiveNumbers /** Milliseconds. */; now: number };

export function LiveCell(props: LiveStripProps) {
  const t = useT();
  return (
    <section aria-label={t('dashboard:live.title')} className="panel dash-live">
      <div
        className="contents"
        hx-get={paths.dashboardLive()}
        hx-trigger="refresh:ticket from:document throttle:2000ms, refresh:user from:document throttle:2000ms, every 60s"
        hx-target="this"
        hx-swap="innerHTML"
      >
        <LiveStrip {...props} />
      </div>
    </section>
  );
}

export function LiveStrip({ live, now }: LiveStripProps) {
  const t = useT();
  const longest = live.waitingSince === null ? null : (now - Date.parse(live.waitingSince)) / 60_000;
  const facts: [string, string | number][] = [
    ['open', live.open],
    ['pending', live.pending],
    ['longest', formatMinutes(longest, t)],
    ['online', live.online],
  ];
  return (
    <>
      <p className="dash-now">
        <span aria-hidden="true" className="dash-dot" />
        {t('dashboard:live.now')}
      </p>
      <dl className="dash-facts">
        {facts.map(([key, value]) => (
          <div key={key} data-live={key}>
            <dt>{t(`dashboard:live.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
