import type { Figure, Whose } from '@/modules/dashboard/dashboard.schema.ts';
import type { LiveNumbers } from '@/modules/dashboard/dashboard.views.ts';
import { paths, withQuery } from '@/paths.ts';
import { formatMinutes } from '@/schemas/duration.schema.ts';
import { useT } from '../../i18n.tsx';
import { FigureLink, Unfiltered } from './figure-link.tsx';
import { figureHref } from './figures.ts';

type LiveStripProps = { live: LiveNumbers; filter: Whose /** Milliseconds. */; now: number };

export function LiveCell(props: LiveStripProps) {
  const t = useT();
  const { queueId, userId } = props.filter;
  return (
    <section aria-label={t('dashboard:live.title')} className="panel dash-live">
      <div
        className="contents"
        hx-get={paths.dashboardLive({ queueId, userId })}
        hx-trigger="refresh:ticket from:document throttle:2000ms, refresh:user from:document throttle:2000ms, every 60s"
        hx-target="this"
        hx-swap="innerHTML"
      >
        <LiveStrip {...props} />
      </div>
    </section>
  );
}

export function LiveStrip({ live, filter, now }: LiveStripProps) {
  const t = useT();
  const { queueId, userId } = filter;
  const longest = live.waitingSince === null ? null : (now - Date.parse(live.waitingSince)) / 60_000;
  const tickets = (of: Figure) => figureHref(of, { queueId, userId });
  const facts: [string, string | number, string][] = [
    ['open', live.open, tickets('open')],
    ['pending', live.pending, tickets('waiting')],
    ['longest', formatMinutes(longest, t), tickets('waiting')],
    ['online', live.online, withQuery(paths.users(), { online: 'true', queueId })],
  ];
  return (
    <>
      <p className="dash-now">
        <span aria-hidden="true" className="dash-dot" />
        {t('dashboard:live.now')}
      </p>
      <dl className="dash-facts">
        {facts.map(([key, value, href]) => (
          <div key={key} data-live={key}>
            <dt>
              {t(`dashboard:live.${key}`)}
              {key === 'online' && userId !== undefined ? <Unfiltered what="person" /> : null}
            </dt>
            <dd>
              <FigureLink href={href} of={t(`dashboard:live.${key}`)}>
                {value}
              </FigureLink>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
