import type { QuickMessagePage, QuickMessageView } from '@/modules/quick-messages/quick-messages.views.ts';
import { paths } from '@/paths.ts';
import { type Translate, useT } from '../../i18n.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { withNames } from '../../ui/fields/text-with-variables.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { RowActions, RowName } from '../../ui/row-actions.tsx';

type QuickMessagesPageProps = {
  shows: 'page' | 'rows';
  page: QuickMessagePage;
  searchParam: string;
  canChange: number[];
};

export function QuickMessagesPage({ shows, page, searchParam, canChange }: QuickMessagesPageProps) {
  const t = useT();
  return (
    <ListPage
      shows={shows}
      name="quick-message"
      title={t('quickMessages:title')}
      href={paths.quickMessages()}
      refresh="quickmessage"
      query={{ searchParam }}
      search={t('common:search')}
      add={{ label: t('quickMessages:add'), href: paths.newQuickMessage() }}
      sorted={{ by: 'shortcode', column: 'shortcode' }}
      columns={columnsOf(t, canChange)}
      items={page.records}
      hasMore={page.hasMore}
      empty={{ icon: 'zap', title: t('quickMessages:empty.title'), text: t('quickMessages:empty.text') }}
    />
  );
}

function columnsOf(t: Translate, canChange: number[]): Column<QuickMessageView>[] {
  return [
    {
      key: 'shortcode',
      label: t('quickMessages:shortcode'),
      role: 'title',
      cell: ({ id, shortcode }) =>
        canChange.includes(id) ? (
          <RowName dialog={paths.editQuickMessage(id)}>/{shortcode}</RowName>
        ) : (
          `/${shortcode}`
        ),
    },
    {
      key: 'message',
      label: t('quickMessages:message'),
      role: 'detail',
      cell: ({ message }) => (
        <span className="min-[600px]:line-clamp-2 min-[600px]:max-w-md">{withNames(message, t)}</span>
      ),
    },
    {
      key: 'media',
      label: t('quickMessages:media'),
      role: 'mark',
      className: 'min-[600px]:max-[1099px]:hidden',
      cell: ({ mediaName }) => <Attached name={mediaName} />,
    },
    {
      key: 'status',
      label: t('quickMessages:scope'),
      role: 'side',
      cell: (quickMessage) => <Status {...quickMessage} />,
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: ({ id, shortcode: name }) =>
        canChange.includes(id) ? (
          <RowActions
            id={`quick-message-${id}`}
            name={name}
            edit={{ label: t('quickMessages:edit', { name }), href: paths.editQuickMessage(id) }}
            remove={{ label: t('quickMessages:delete', { name }), href: paths.confirmDeleteQuickMessage(id) }}
          />
        ) : null,
    },
  ];
}

function Attached({ name }: { name: string | null }) {
  const t = useT();
  if (name === null)
    return <span className="text-muted max-[599px]:hidden">{t('quickMessages:noMedia')}</span>;
  return (
    <span className="inline-flex items-center gap-1.5" title={name}>
      <Icon name="paperclip" size={16} className="text-muted" />
      <span className="wrap-anywhere line-clamp-1 max-[599px]:sr-only">{name}</span>
    </span>
  );
}

function Status({ geral, status }: Pick<QuickMessageView, 'geral' | 'status'>) {
  const t = useT();
  return (
    <span className="inline-flex gap-1">
      {geral ? <Badge tone="info">{t('quickMessages:general')}</Badge> : null}
      {status ? null : <Badge>{t('quickMessages:inactive')}</Badge>}
    </span>
  );
}
