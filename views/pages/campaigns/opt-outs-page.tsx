import type { OptOutPage, OptOutView } from '@/modules/campaigns/opt-outs/opt-outs.views.ts';
import { campaignPaths } from '@/paths.ts';
import { formatNumber } from '@/schemas/phone-number.schema.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { IconButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { ListLink, ListPage } from '../../ui/list-page.tsx';

type OptOutsPageProps = { shows: 'page' | 'rows'; page: OptOutPage; searchParam: string };

export function OptOutsPage({ shows, page, searchParam }: OptOutsPageProps) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <ListPage
      shows={shows}
      name="opt-out"
      title={t('optOuts:title')}
      text={t('optOuts:text')}
      href={campaignPaths.optOuts()}
      refresh="optOut"
      query={{ searchParam }}
      search={t('common:search')}
      actions={<ListLink icon="settings" label={t('optOuts:back')} href={campaignPaths.settings()} />}
      add={{ label: t('optOuts:add'), href: campaignPaths.newOptOut() }}
      sorted={{ by: 'newest', column: 'when' }}
      columns={columnsOf(i18n)}
      items={page.records}
      hasMore={page.hasMore}
      empty={{ icon: 'ban', title: t('optOuts:empty.title'), text: t('optOuts:empty.text') }}
    />
  );
}

function columnsOf(i18n: I18n): Column<OptOutView>[] {
  const { t } = i18n;
  return [
    { key: 'name', label: t('common:name'), role: 'title', cell: (optOut) => <Who {...optOut} /> },
    {
      key: 'number',
      label: t('optOuts:number'),
      hide: 'narrow',
      cell: ({ number }) => <span className="whitespace-nowrap">{formatNumber(number)}</span>,
    },
    { key: 'how', label: t('optOuts:how'), role: 'detail', cell: (optOut) => <How {...optOut} /> },
    {
      key: 'when',
      label: t('optOuts:when'),
      role: 'mark',
      cell: ({ createdAt }) => formatMoment(createdAt, i18n),
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: ({ id, number, contactName }) => (
        <IconButton
          id={`opt-out-${id}-delete`}
          icon="undo"
          label={t('optOuts:remove', { name: contactName ?? formatNumber(number) })}
          {...opensDialog(campaignPaths.confirmDeleteOptOut(id))}
        />
      ),
    },
  ];
}

function Who({ contactName, number }: OptOutView) {
  if (contactName !== null) return contactName;
  return (
    <>
      <span className="max-[599px]:hidden">—</span>
      <span className="min-[600px]:hidden">{formatNumber(number)}</span>
    </>
  );
}

function How({ keyword, userName }: OptOutView) {
  const { t } = useI18n();
  if (keyword !== '') return t('optOuts:wrote', { keyword });
  return userName === null ? t('optOuts:byHand') : t('optOuts:byPerson', { name: userName });
}
