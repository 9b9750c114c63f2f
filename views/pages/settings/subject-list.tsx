import { paths } from '@/paths.ts';
import { holdsTerms, searchTerms } from '@/schemas/search-terms.schema.ts';
import { useT } from '../../i18n.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import type { Tab } from '../../ui/tabs.tsx';

export type Elsewhere = { key: string; label: string; href: string };
export type Subjects = { query: string; elsewhere: Elsewhere[] };

type SubjectListProps = Subjects & { title: string; active: string; tabs: Tab[] };

/** While something is searched, only pages of that name are listed. */
export function SubjectList({ query, elsewhere, title, active, tabs }: SubjectListProps) {
  const t = useT();
  const named = (entries: Elsewhere[], about: (key: string) => string) =>
    entries
      .map(({ key, label, href }) => ({ id: key, href, name: t(label), text: t(about(key)) }))
      .filter(({ name, text }) => holdsTerms(`${name} ${text}`, searchTerms(query)));
  const own = named(tabs, (key) => `settings:about.${key}`);
  const others = named(elsewhere, (key) => `settings:elsewhere.${key}`);
  return (
    <>
      <nav aria-label={title} className="subjects">
        {own.map((entry) => (
          <SubjectLink key={entry.id} {...entry} isActive={entry.id === active && query === ''} />
        ))}
      </nav>
      {others.length === 0 ? null : (
        <nav aria-labelledby="settings-elsewhere" className="subjects">
          <h2 id="settings-elsewhere" className="subjects-heading">
            {t('settings:elsewhere.title')}
          </h2>
          {others.map((entry) => (
            <SubjectLink key={entry.id} {...entry} isElsewhere />
          ))}
        </nav>
      )}
    </>
  );
}

type SubjectLinkProps = {
  href: string;
  name: string;
  text: string;
  isActive?: boolean;
  isElsewhere?: boolean;
};

function SubjectLink({ href, name, text, isActive = false, isElsewhere = false }: SubjectLinkProps) {
  return (
    <a href={href} aria-current={isActive ? 'page' : undefined} data-elsewhere={isElsewhere ? '' : undefined}>
      <span className="min-w-0 grow">
        <span className="subject-name">{name}</span>
        <span className="subject-about">{text}</span>
      </span>
      <Icon name={isElsewhere ? 'external-link' : 'chevron-right'} size={16} className="text-muted" />
    </a>
  );
}

/** Works without a script: Enter sends it. */
export function SettingsSearch({ query }: { query: string }) {
  const t = useT();
  return (
    <search>
      <form action={paths.settings()} method="get" className="settings-search">
        <SearchField
          id="settings-search"
          name="q"
          label={t('settings:search.label')}
          defaultValue={query}
          maxLength={100}
          hx-get={paths.settings()}
          hx-trigger="input changed delay:250ms, search"
          hx-target="#settings-page"
          hx-select="#settings-page"
          hx-swap="outerMorph"
          hx-replace-url="true"
          hx-sync="this:replace"
        />
      </form>
    </search>
  );
}
