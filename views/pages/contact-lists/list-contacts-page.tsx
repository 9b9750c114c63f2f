import type {
  CheckView,
  ContactListView,
  ItemPage,
  ItemView,
} from '@/modules/contact-lists/contact-lists.views.ts';
import { listPaths } from '@/paths.ts';
import { formatNumber } from '@/schemas/phone-number.schema.ts';
import { type Translate, useT } from '../../i18n.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { ListAction, ListLink, ListPage } from '../../ui/list-page.tsx';
import { RowActions, RowName } from '../../ui/row-actions.tsx';
import { CheckStatus } from './check-status.tsx';

type ListContactsPageProps = {
  shows: 'page' | 'rows';
  list: ContactListView;
  page: ItemPage;
  check: CheckView;
  searchParam: string;
};

export function ListContactsPage({ shows, list, page, check, searchParam }: ListContactsPageProps) {
  const t = useT();
  return (
    <ListPage
      shows={shows}
      name="list-contact"
      title={list.name}
      href={listPaths.contacts(list.id)}
      refresh={`ContactListItem-${list.id}`}
      swap="innerMorph"
      query={{ searchParam }}
      search={t('common:search')}
      add={{ label: t('contacts:add'), href: listPaths.addContact(list.id) }}
      actions={
        <>
          <ListLink icon="arrow-left" label={t('contactLists:back')} href={listPaths.lists()} />
          <ListAction
            icon="upload"
            label={t('common:import')}
            {...opensDialog(listPaths.chooseSheet(list.id))}
          />
          <ListAction
            icon="user-plus"
            label={t('contactLists:fill')}
            {...opensDialog(listPaths.fill(list.id))}
          />
        </>
      }
      notice={<CheckStatus check={check} />}
      sorted={{ by: 'name', column: 'name' }}
      columns={columnsOf(t)}
      items={page.contacts}
      hasMore={page.hasMore}
      empty={{
        icon: 'users',
        title: t('contactLists:emptyList.title'),
        text: t('contactLists:emptyList.text'),
      }}
    />
  );
}

function columnsOf(t: Translate): Column<ItemView>[] {
  return [
    {
      key: 'valid',
      label: t('contactLists:valid.label'),
      role: 'lead',
      cell: ({ isWhatsappValid }) => <Valid isValid={isWhatsappValid} />,
    },
    {
      key: 'name',
      label: t('common:name'),
      role: 'title',
      cell: ({ id, name }) => <RowName dialog={listPaths.editItem(id)}>{name}</RowName>,
    },
    {
      key: 'number',
      label: t('contactLists:number'),
      role: 'detail',
      cell: ({ number }) => <span className="whitespace-nowrap">{formatNumber(number)}</span>,
    },
    {
      key: 'email',
      label: t('contactLists:email'),
      hide: 'narrow',
      cell: ({ email }) => <EmailText>{email}</EmailText>,
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: ({ id, name }) => (
        <RowActions
          id={`list-contact-${id}`}
          name={name}
          edit={{ label: t('contactLists:editItem', { name }), href: listPaths.editItem(id) }}
          remove={{ label: t('contactLists:deleteItem', { name }), href: listPaths.confirmDeleteItem(id) }}
        />
      ),
    },
  ];
}

const STYLES = {
  yes: { icon: 'circle-check', className: 'text-success' },
  no: { icon: 'circle-x', className: 'text-error' },
  unknown: { icon: 'clock', className: 'text-muted' },
} as const;

function Valid({ isValid }: { isValid: boolean | null }) {
  const t = useT();
  const state = isValid === null ? 'unknown' : isValid ? 'yes' : 'no';
  const label = t(`contactLists:valid.${state}`);
  return (
    <span title={label} className={`inline-flex ${STYLES[state].className}`}>
      <Icon name={STYLES[state].icon} size={20} />
      <span className="sr-only">{label}</span>
    </span>
  );
}
