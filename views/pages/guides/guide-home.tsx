import type { GuideHit, KnownGuide } from '@/modules/guides/guides.queries.ts';
import { guidePaths } from '@/modules/guides/guides.schema.ts';
import { helpPaths } from '@/modules/helps/help-paths.schema.ts';
import { useT } from '../../i18n.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { RenderedState } from '../../ui/state-markup.tsx';
import { GuideHeader } from './guide-header.tsx';

type GuideHomeProps = {
  guides: KnownGuide[];
  q: string;
  hits: GuideHit[] | null;
  hasVideos: boolean;
  isNew: boolean;
};

export function GuideHome({ guides, q, hits, hasVideos, isNew }: GuideHomeProps) {
  const t = useT();
  return (
    <div className="guide">
      <GuideHeader title={t('guides:title')} q={q} isNew={isNew} />
      {hits ? <Hits hits={hits} /> : <Guides guides={guides} />}
      <p className="mt-6 flex flex-wrap gap-2">
        {hits ? <LinkButton href={guidePaths.home()}>{t('guides:all')}</LinkButton> : null}
        {isNew ? null : <LinkButton href={guidePaths.whatsNew()}>{t('guides:whatsNew')}</LinkButton>}
        {hasVideos ? (
          <LinkButton href={helpPaths.gallery()} icon="video">
            {t('guides:videos')}
          </LinkButton>
        ) : null}
      </p>
    </div>
  );
}

function Guides({ guides }: { guides: KnownGuide[] }) {
  return (
    <div className="guide-list">
      {guides.map(({ guide, title, sections }) => (
        <section key={guide} className="panel">
          <h2>
            <a href={guidePaths.guide(guide)}>{title}</a>
          </h2>
          <ul>
            {sections.map(({ id, title: section }) => (
              <li key={id}>
                <a href={guidePaths.guide(guide, id)}>{section}</a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Hits({ hits }: { hits: GuideHit[] }) {
  const t = useT();
  if (hits.length === 0)
    return <RenderedState icon="search" title={t('common:noResults')} text={t('guides:noHits')} />;
  return (
    <>
      <p className="mb-3 text-muted text-sm" role="status">
        {t('commands:results', { count: hits.length })}
      </p>
      <ul className="guide-hits">
        {hits.map(({ guide, guideTitle, id, title, excerpt: { before, hit, after } }) => (
          <li key={`${guide}-${id}`} className="panel">
            <a href={guidePaths.guide(guide, id)}>{title}</a>
            <p className="text-muted text-sm">{guideTitle}</p>
            <p className="text-sm">
              {before}
              <mark>{hit}</mark>
              {after}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
