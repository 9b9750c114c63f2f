import type { SettingChangePage, SettingChangeView } from '@/modules/settings/settings.views.ts';
import { paths, withQuery } from '@/paths.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { LinkButton } from '../../ui/button.tsx';
import { type Column, DataRows, DataTable } from '../../ui/data-table.tsx';
import { RenderedState } from '../../ui/state-markup.tsx';
import { changeText } from './change-text.ts';

export function HistoryTab({ page }: { page: SettingChangePage }) {
  const i18n = useI18n();
  return (
    <DataTable
      id="setting-change-rows"
      caption={i18n.t('settings:tabs.history')}
      href={paths.settingChanges()}
      sorted={{ by: 'newest', column: 'when' }}
      refresh={['settings', 'companyHours', 'holiday', 'campaignSettings', 'sendingLimit']}
      {...rowsOf(i18n, page)}
    />
  );
}

export function HistoryRows({ page }: { page: SettingChangePage }) {
  return <DataRows {...rowsOf(useI18n(), page)} />;
}

function rowsOf(i18n: I18n, { changes, hasMore }: SettingChangePage) {
  const last = changes.at(-1);
  return {
    columns: columnsOf(i18n),
    items: changes,
    keyOf: ({ id }: SettingChangeView) => id,
    next: hasMore && last ? withQuery(paths.settingChanges(), { after: last.id }) : null,
    empty: (
      <RenderedState
        icon="history"
        title={i18n.t('settings:history.empty.title')}
        text={i18n.t('settings:history.empty.text')}
        action={<LinkButton href={paths.settings()}>{i18n.t('settings:title')}</LinkButton>}
      />
    ),
  };
}

function columnsOf(i18n: I18n): Column<SettingChangeView>[] {
  const { t } = i18n;
  return [
    {
      key: 'what',
      label: t('settings:history.what'),
      isLabelled: false,
      className: 'font-medium',
      cell: (change) => {
        const { what, details } = changeText(change, t);
        return (
          <>
            {what}
            {details.map((line) => (
              <span
                key={line}
                className="wrap-anywhere block whitespace-normal font-normal text-muted text-sm"
              >
                {line}
              </span>
            ))}
          </>
        );
      },
    },
    {
      key: 'who',
      label: t('settings:history.who'),
      role: 'detail',
      cell: ({ userName }) => userName || t('settings:history.system'),
    },
    {
      key: 'when',
      label: t('settings:history.when'),
      role: 'mark',
      className: 'whitespace-nowrap',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatMoment(createdAt, i18n)}</time>,
    },
  ];
}
