import type { AccessToken } from '@/modules/public-api/public-api.views.ts';
import { paths } from '@/paths.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { formatDate, formatMoment } from '../../parts/messages/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { ApiTabs } from '../message-api/api-tabs.tsx';

type TokensPageProps = { shows: 'page' | 'rows'; tokens: AccessToken[]; address: string };

export function TokensPage({ shows, tokens, address }: TokensPageProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const list = (
    <ListPage
      shows={shows}
      name="token"
      title={t('publicApi:title')}
      text={t('publicApi:text')}
      href={paths.accessTokens()}
      refresh="accessToken"
      add={{ label: t('publicApi:add'), href: paths.newAccessToken() }}
      notice={
        <p className="mb-3 text-muted text-sm">
          {t('publicApi:address')} <code className="wrap-anywhere">{address}</code>
        </p>
      }
      sorted={{ by: 'lastAdded' }}
      columns={columns(i18n)}
      items={tokens}
      empty={{ icon: 'key', title: t('publicApi:empty'), text: t('publicApi:emptyHint') }}
    />
  );
  if (shows === 'rows') return list;
  return (
    <>
      <ApiTabs active="tokens" />
      {list}
    </>
  );
}

function columns(i18n: I18n): Column<AccessToken>[] {
  const { t } = i18n;
  const day = (at: string) => <time dateTime={at}>{formatDate(at, i18n)}</time>;
  return [
    {
      key: 'name',
      label: t('publicApi:name'),
      role: 'title',
      cell: ({ name, prefix }) => (
        <>
          {name} <code className="text-muted text-xs">{prefix}…</code>
        </>
      ),
    },
    {
      key: 'scopes',
      label: t('publicApi:scopes'),
      role: 'detail',
      cell: ({ scopes }) => scopes.join(', '),
    },
    {
      key: 'person',
      label: t('publicApi:person'),
      cell: ({ person }) => person ?? t('publicApi:nobody'),
    },
    {
      key: 'expires',
      label: t('publicApi:expires'),
      role: 'mark',
      cell: ({ expiresAt, isExpired }) =>
        isExpired ? (
          <Badge tone="warning">{t('publicApi:expired')}</Badge>
        ) : expiresAt ? (
          day(expiresAt)
        ) : (
          t('publicApi:never')
        ),
    },
    {
      key: 'used',
      label: t('publicApi:used'),
      role: 'side',
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? (
          <time dateTime={lastUsedAt}>{formatMoment(lastUsedAt, i18n)}</time>
        ) : (
          t('publicApi:unused')
        ),
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: ({ id, name }) => (
        <IconButton
          id={`token-${id}-delete`}
          icon="trash"
          label={t('publicApi:delete', { name })}
          {...opensDialog(paths.confirmDeleteAccessToken(id))}
        />
      ),
    },
  ];
}
