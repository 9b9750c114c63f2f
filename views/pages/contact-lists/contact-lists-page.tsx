import type { ContactListPage, ContactListView } from '@/modules/contact-lists/contact-lists.views.ts';
import { listPaths } from '@/paths.ts';
import { type Translate, useT } from '../../i18n.tsx';
import { IconLink } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { RowActions, RowName } from '../../ui/row-actions.tsx';

type ContactListsPageProps = { shows: 'page' | 'rows'; page: ContactListPage; searchParam: string };

export function ContactListsPage({ shows, page, searchParam }: ContactListsPageProps) {
  const t = useT();
  return (
    <ListPage
      shows={shows}
      name="contact-list"
      title={t('contactLists:title')}
      href={listPaths.lists()}
      refresh="ContactList"
      swap="innerMorph"
      query={{ searchParam }}
      search={t('common:search')}
      add={{ label: t('contactLists:add'), href: listPaths.add() }}
      sorted={{ by: 'name', column: 'name' }}
      columns={columnsOf(t)}
      items={page.records}
      hasMore={page.hasMore}
      empty={{ icon: 'book-user', title: t('contactLists:empty.title'), text: t('contactLists:empty.text') }}
    />
  );
}

function columnsOf(t: Translate): Column<ContactListView>[] {
  return [
    {
      key: 'name',
      label: t('common:name'),
      role: 'title',
      cell: ({ id, name }) => <RowName page={listPaths.contacts(id)}>{name}</RowName>,
    },
    {
      key: 'contacts',
      label: t('contactLists:contacts'),
      role: 'detail',
      isLabelled: true,
      align: 'center',
      cell: ({ id, name, contactsCount }) => (
        <a
          href={listPaths.contacts(id)}
          className="dash-figure"
          aria-label={`${name}, ${t('contactLists:contacts')}: ${contactsCount}`}
        >
          {contactsCount}
        </a>
      ),
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: (list) => <Actions list={list} />,
    },
  ];
}

function Actions({ list: { id, name } }: { list: ContactListView }) {
  const t = useT();
  return (
    <RowActions
      id={`contact-list-${id}`}
      name={name}
      edit={{ label: t('contactLists:edit', { name }), href: listPaths.edit(id) }}
      remove={{ label: t('contactLists:delete', { name }), href: listPaths.confirmDelete(id) }}
    >
      <IconLink icon="download" label={t('contactLists:example')} href={listPaths.example()} download="" />
      <IconLink icon="users" label={t('contactLists:open', { name })} href={listPaths.contacts(id)} />
    </RowActions>
  );
}
