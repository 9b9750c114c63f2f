import { useT } from '@views/i18n.tsx';
import {
  isBlankSearch,
  MAX_SEARCH,
  type WorkspaceFilter,
  type WorkspaceSearch,
  type WorkspaceUser,
} from '@views/parts/tickets/workspace.ts';
import { SearchField } from '@views/ui/fields/search-field.tsx';
import { useEffect, useRef, useState } from 'react';
import { api } from '../http/api.ts';
import { showError } from '../workspace/workspace-api.ts';
import { type Choice, ChoiceMenu } from './choice-menu.tsx';

const DELAY_MS = 500;

type Props = {
  me: WorkspaceUser;
  filter: WorkspaceFilter;
  search: WorkspaceSearch;
  onChange: (filter: WorkspaceFilter) => void;
};

export function SearchBar({ me, filter, search, onChange }: Props) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(search.text);
  const tags = useChoices('/tags/list');
  const users = useChoices(me.profile === 'admin' ? '/users/list' : null);
  const sent = useRef(search.text);
  const change = (next: WorkspaceSearch) => {
    sent.current = next.text;
    const { search: _, ...rest } = filter;
    // An empty search leads back to the open tab (spec §5).
    onChange(isBlankSearch(next) ? { ...rest, status: 'open' } : { ...rest, search: next });
  };
  const latest = useRef(change);
  latest.current = change;

  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, []);
  useEffect(() => {
    if (search.text !== sent.current) setText(search.text);
    sent.current = search.text;
  }, [search.text]);
  useEffect(() => {
    const query = text.trim();
    if (query === search.text) return;
    const timer = setTimeout(() => latest.current({ ...search, text: query }), DELAY_MS);
    return () => clearTimeout(timer);
  }, [text, search]);

  return (
    <div className="flex flex-col gap-1.5 p-2">
      <div className="flex items-center gap-1">
        <SearchField
          ref={field}
          name="searchParam"
          value={text}
          maxLength={MAX_SEARCH}
          label={t('tickets:search.label')}
          hint={t('tickets:search.placeholder')}
          className="min-w-0 grow"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ChoiceMenu
          id="search-tags"
          icon="tag"
          label={t('tickets:search.tags')}
          choices={tags}
          chosen={search.tagIds}
          onChange={(tagIds) => change({ ...search, text: text.trim(), tagIds })}
        />
        {me.profile === 'admin' ? (
          <ChoiceMenu
            id="search-users"
            icon="users"
            label={t('tickets:search.users')}
            choices={users}
            chosen={search.userIds}
            onChange={(userIds) => change({ ...search, text: text.trim(), userIds })}
          />
        ) : null}
      </div>
    </div>
  );
}

function useChoices(path: string | null): Choice[] {
  const t = useT();
  const [choices, setChoices] = useState<Choice[]>([]);
  useEffect(() => {
    if (!path) return;
    const running = new AbortController();
    api.get<Choice[]>(path, { signal: running.signal }).then(setChoices, (error) => showError(error, t));
    return () => running.abort();
  }, [path, t]);
  return choices;
}
