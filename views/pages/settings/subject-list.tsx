import type { ReactNode } from 'react';
import { type Area, LIST_GROUPS, type ListGroup } from '@/modules/settings/subjects.schema.ts';
import { holdsTerms, searchTerms } from '@/schemas/search-terms.schema.ts';
import { useT } from '../../i18n.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { LivePart } from '../../ui/live-part.tsx';

export type ListedPage = { key: string; label: string; href: string; group: ListGroup; count?: number };
export type Subjects = {
  area: Area;
  active: string;
  query: string;
  tabs: (ListedPage & { channel?: string })[];
  /** Pages of other menu groups, and those that a search finds in the other area. */
  elsewhere: ListedPage[];
};

/** While something is searched, only pages of that name are listed. */
export function SubjectList({ title, address, ...subjects }: Subjects & { title: string; address: string }) {
  const t = useT();
  const { active, query, tabs, elsewhere } = subjects;
  const pages = [
    ...tabs.map((tab) => ({ ...tab, isElsewhere: false })),
    ...elsewhere.map((page) => ({ ...page, isElsewhere: true })),
  ].map((page) => ({ ...page, name: t(page.label), text: t(`settings:about.${page.key}`) }));
  const found = pages.filter(({ name, text }) => holdsTerms(`${name} ${text}`, searchTerms(query)));
  return (
    <LivePart
      id="settings-subjects"
      href={address}
      refreshOn={tabs.flatMap(({ channel }) => channel ?? [])}
      className="settings-subjects"
    >
      {LIST_GROUPS.map((group) => (
        <Group key={group} group={group} title={title}>
          {found
            .filter((page) => page.group === group)
            .map(({ key, ...page }) => (
              <SubjectLink key={key} {...page} isActive={key === active && query === ''} />
            ))}
        </Group>
      ))}
    </LivePart>
  );
}

type GroupProps = { group: ListGroup; title: string; children: ReactNode[] };

function Group({ group, title, children }: GroupProps) {
  const t = useT();
  if (children.length === 0) return null;
  if (group === 'own')
    return (
      <nav aria-label={title} className="subjects">
        {children}
      </nav>
    );
  const id = `settings-${group}`;
  return (
    <nav aria-labelledby={id} className="subjects">
      <h2 id={id} className="subjects-heading">
        {t(`settings:group.${group}`)}
      </h2>
      {children}
    </nav>
  );
}

type SubjectLinkProps = {
  href: string;
  name: string;
  text: string;
  count?: number;
  isActive: boolean;
  isElsewhere: boolean;
};

function SubjectLink({ href, name, text, count, isActive, isElsewhere }: SubjectLinkProps) {
  return (
    <a href={href} aria-current={isActive ? 'page' : undefined} data-elsewhere={isElsewhere ? '' : undefined}>
      <span className="min-w-0 grow">
        <span className="subject-name">{name}</span>
        <span className="subject-about">{text}</span>
      </span>
      {count === undefined ? null : <span className="badge badge-quiet badge-xs">{count}</span>}
      <Icon name={isElsewhere ? 'external-link' : 'chevron-right'} size={16} className="text-muted" />
    </a>
  );
}

/** Works without a script: Enter sends it. */
export function SettingsSearch({ area, home, query }: { area: Area; home: string; query: string }) {
  const t = useT();
  return (
    <search>
      <form action={home} method="get" className="settings-search">
        <SearchField
          id="settings-search"
          name="q"
          label={t(`settings:search.${area}`)}
          hint={t('common:search')}
          defaultValue={query}
          maxLength={100}
          hx-get={home}
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
