import {
  QUICK_MESSAGES_PER_PAGE,
  type QuickMessageFilter,
} from '@/modules/quick-messages/quick-messages.schema.ts';
import type { QuickMessagePage, QuickMessageView } from '@/modules/quick-messages/quick-messages.views.ts';
import { paths } from '@/paths.ts';
import { type Translate, useT } from '../../i18n.tsx';
import { IconButton } from '../../ui/button.tsx';
import { type Column, DataRows } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';

export type QuickMessageRowsProps = {
  page: QuickMessagePage;
  filter: QuickMessageFilter;
  /** Ids of those the reader may edit and delete. */
  canChange: number[];
};

/** One page of the table: for the page itself, the search, the refresh and the scroll. */
export function QuickMessageRows(props: QuickMessageRowsProps) {
  return <DataRows {...useQuickMessageRows(props)} />;
}

export function useQuickMessageRows({ page, filter, canChange }: QuickMessageRowsProps) {
  const t = useT();
  const { searchParam } = filter;
  // After a refresh there may be several pages here; whole ones while there are more.
  const pageNumber = filter.pageNumber + page.records.length / QUICK_MESSAGES_PER_PAGE;
  return {
    columns: columnsOf(t, canChange),
    items: page.records,
    keyOf: (quickMessage: QuickMessageView) => quickMessage.id,
    next: page.hasMore ? paths.quickMessages({ searchParam, pageNumber }) : null,
    empty: searchParam ? (
      <EmptyState icon="search" title={t('common:noResults')} text={t('common:noResultsHint')} />
    ) : (
      <EmptyState icon="zap" title={t('quickMessages:empty.title')} text={t('quickMessages:empty.text')} />
    ),
  };
}

function columnsOf(t: Translate, canChange: number[]): Column<QuickMessageView>[] {
  return [
    {
      key: 'shortcode',
      label: t('quickMessages:shortcode'),
      role: 'title',
      cell: ({ shortcode }) => `/${shortcode}`,
    },
    {
      key: 'message',
      label: t('quickMessages:message'),
      cell: ({ message }) => <span className="wrap-anywhere line-clamp-2 max-w-md">{message}</span>,
    },
    {
      key: 'media',
      label: t('quickMessages:media'),
      cell: ({ mediaName }) => mediaName ?? t('quickMessages:noMedia'),
    },
    {
      key: 'general',
      label: t('quickMessages:general'),
      align: 'center',
      cell: ({ geral }) => <Check isOn={geral} />,
    },
    {
      key: 'status',
      label: t('quickMessages:active'),
      align: 'center',
      cell: ({ status }) => <Check isOn={status} />,
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      align: 'end',
      cell: (quickMessage) =>
        canChange.includes(quickMessage.id) ? <Actions quickMessage={quickMessage} /> : null,
    },
  ];
}

function Check({ isOn }: { isOn: boolean }) {
  const t = useT();
  return (
    <>
      <Icon
        name={isOn ? 'circle-check' : 'circle'}
        size={18}
        className={isOn ? 'text-success' : 'opacity-40'}
      />
      <span className="sr-only">{isOn ? t('common:yes') : t('common:no')}</span>
    </>
  );
}

function Actions({ quickMessage: { id, shortcode } }: { quickMessage: QuickMessageView }) {
  const t = useT();
  return (
    <>
      <IconButton
        icon="pencil"
        label={t('quickMessages:edit', { name: shortcode })}
        {...opensDialog(paths.editQuickMessage(id))}
      />
      <IconButton
        icon="trash"
        label={t('quickMessages:delete', { name: shortcode })}
        {...opensDialog(paths.confirmDeleteQuickMessage(id))}
      />
    </>
  );
}
