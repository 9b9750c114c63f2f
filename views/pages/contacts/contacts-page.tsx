import type { ContactFilter } from '@/modules/contacts/contacts.schema.ts';
import type { ContactPage } from '@/modules/contacts/contacts.views.ts';
import { paths } from '@/paths.ts';
import { useI18n } from '../../i18n.tsx';
import { contactColumns } from '../../parts/contacts/contact-columns.tsx';
import { downloadsProven, opensDialog } from '../../ui/dialog.tsx';
import { ListAction, ListPage } from '../../ui/list-page.tsx';

type ContactsPageProps = {
  shows: 'page' | 'rows';
  page: Pick<ContactPage, 'contacts' | 'hasMore'>;
  filter: ContactFilter;
  beginsFirst: boolean;
  canDelete: boolean;
  canMerge: boolean;
  canSchedule: boolean;
};

export function ContactsPage({ shows, page, filter, beginsFirst, ...rights }: ContactsPageProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { searchParam, date, dateStart = date, dateEnd = date } = filter;
  return (
    <ListPage
      shows={shows}
      name="contact"
      title={t('contacts:title')}
      href={paths.contacts()}
      refresh={['contact', 'undone']}
      query={{ searchParam, dateStart, dateEnd }}
      search={t('common:search')}
      filters={[
        { name: 'dateStart', label: t('contacts:addedFrom'), type: 'date' },
        { name: 'dateEnd', label: t('contacts:addedTo'), type: 'date' },
      ]}
      add={{ label: t('contacts:add'), href: paths.newContact() }}
      actions={
        <>
          <ListAction
            icon="download"
            label={t('contacts:exportCsv')}
            {...downloadsProven('contacts-csv', paths.exportContacts())}
          />
          <ListAction icon="upload" label={t('common:import')} {...opensDialog(paths.importContacts())} />
        </>
      }
      sorted={{ by: beginsFirst ? 'beginning' : 'name' }}
      columns={contactColumns(i18n, rights)}
      items={page.contacts}
      hasMore={page.hasMore}
      empty={{ icon: 'contact', title: t('contacts:empty.title'), text: t('contacts:empty.text') }}
    />
  );
}
