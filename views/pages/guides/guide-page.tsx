import type { GuideText } from '@/modules/guides/guide-text.logic.ts';
import type { KnownGuide } from '@/modules/guides/guides.queries.ts';
import { guidePaths } from '@/modules/guides/guides.schema.ts';
import { useT } from '../../i18n.tsx';
import { GuideHeader } from './guide-header.tsx';
import { GuideMarkdown } from './guide-markdown.tsx';

export function GuidePage({ guide, isNew }: { guide: KnownGuide; isNew: boolean }) {
  return (
    <div className="guide">
      <GuideHeader title={guide.title} isNew={isNew} />
      <Contents guide={guide} />
      <GuideArticle text={guide} />
    </div>
  );
}

export function GuideArticle({ text: { intro, sections } }: { text: GuideText }) {
  return (
    <article className="guide-text">
      <GuideMarkdown text={intro} />
      {sections.map(({ id, title, level, text }) => (
        <section key={id} id={id}>
          {level === 2 ? <h2>{title}</h2> : <h3>{title}</h3>}
          <GuideMarkdown text={text} />
        </section>
      ))}
    </article>
  );
}

function Contents({ guide: { guide, sections } }: { guide: KnownGuide }) {
  const t = useT();
  return (
    <nav aria-label={t('guides:contents')} className="guide-contents">
      <details open>
        <summary>{t('guides:contents')}</summary>
        <ul>
          {sections.map(({ id, title, level }) => (
            <li key={id} data-level={level}>
              <a href={guidePaths.guide(guide, id)}>{title}</a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}
