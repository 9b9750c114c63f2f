import type {
  ClickLinkPage,
  ClickLinkView,
  OtherSource,
} from '@/modules/click-to-chat/click-to-chat.views.ts';
import { clickPaths } from '@/modules/click-to-chat/click-to-chat-paths.schema.ts';
import { paths, withQuery } from '@/paths.ts';
import { type Translate, useT } from '../../i18n.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { RowActions, RowName } from '../../ui/row-actions.tsx';

type LinksPageProps = {
  shows: 'page' | 'rows';
  page: ClickLinkPage;
  others: OtherSource[];
  searchParam: string;
};

export function LinksPage({ shows, page, others, searchParam }: LinksPageProps) {
  const t = useT();
  return (
    <ListPage
      shows={shows}
      name="click-link"
      title={t('clickToChat:title')}
      text={t('clickToChat:text')}
      href={clickPaths.list()}
      refresh={['clickLink', 'whatsapp']}
      swap="innerMorph"
      query={{ searchParam }}
      search={t('common:search')}
      add={{ label: t('clickToChat:add'), href: clickPaths.add() }}
      notice={others.length > 0 ? <OtherSources others={others} /> : null}
      sorted={{ by: 'source', column: 'source' }}
      columns={columnsOf(t)}
      items={page.links}
      hasMore={page.hasMore}
      empty={{ icon: 'link', title: t('clickToChat:empty.title'), text: t('clickToChat:empty.text') }}
    />
  );
}

function OtherSources({ others }: { others: OtherSource[] }) {
  const t = useT();
  return (
    <details className="panel mb-3 px-4 text-sm">
      <summary className="min-h-11 cursor-pointer content-center font-medium">
        {t('clickToChat:others')}
      </summary>
      <ul className="mb-3 flex flex-wrap gap-2">
        {others.map(({ source, ticketsCount }) => (
          <li key={source}>
            <Badge>
              {source} · {ticketsCount}
            </Badge>
          </li>
        ))}
      </ul>
    </details>
  );
}

function columnsOf(t: Translate): Column<ClickLinkView>[] {
  return [
    {
      key: 'source',
      label: t('clickToChat:source'),
      role: 'title',
      cell: ({ id, source }) => <RowName dialog={clickPaths.edit(id)}>{source}</RowName>,
    },
    {
      key: 'connection',
      label: t('clickToChat:connection'),
      role: 'detail',
      cell: ({ connection }) => connection?.name ?? t('clickToChat:gone'),
    },
    {
      key: 'text',
      label: t('clickToChat:said'),
      hide: 'medium',
      className: 'max-w-80 truncate',
      cell: ({ text }) => text,
    },
    {
      key: 'tickets',
      label: t('clickToChat:tickets'),
      align: 'center',
      cell: ({ source, ticketsCount }) =>
        ticketsCount > 0 ? (
          <a
            href={withQuery(paths.tickets(), { searchParam: source })}
            aria-label={t('clickToChat:see', { source, count: ticketsCount })}
            className="underline underline-offset-2 pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
          >
            {ticketsCount}
          </a>
        ) : (
          0
        ),
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: ({ id, source }) => (
        <RowActions
          id={`click-link-${id}`}
          name={source}
          edit={{ label: t('clickToChat:edit', { source }), href: clickPaths.edit(id) }}
          remove={{ label: t('clickToChat:delete', { source }), href: clickPaths.confirmDelete(id) }}
        >
          <IconButton
            id={`click-link-${id}-show`}
            icon="qr-code"
            label={t('clickToChat:show', { source })}
            {...opensDialog(clickPaths.show(id))}
          />
        </RowActions>
      ),
    },
  ];
}
