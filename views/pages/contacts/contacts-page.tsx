import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { type ContactRowsProps, useContactRows } from '../../parts/contacts/contact-rows.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchBox } from '../../ui/search-box.tsx';

export function ContactsPage(props: ContactRowsProps) {
  const t = useT();
  const rows = useContactRows(props);
  const search = (
    <SearchBox
      href={paths.contacts()}
      target="#contact-rows"
      label={t('common:search')}
      value={props.searchParam}
    />
  );
  return (
    <>
      <PageHeader title={t('contacts:title')} search={search}>
        <LinkButton icon="download" href={paths.exportContacts()} download="contatos.csv">
          {t('contacts:exportCsv')}
        </LinkButton>
        <Button icon="upload" {...opensDialog(paths.importContacts())}>
          {t('common:import')}
        </Button>
        <Button variant="primary" icon="plus" {...opensDialog(paths.newContact())}>
          {t('contacts:add')}
        </Button>
      </PageHeader>
      <DataTable
        id="contact-rows"
        caption={t('contacts:title')}
        href={paths.contacts()}
        refresh={['contact', 'undone']}
        include="#search"
        {...rows}
      />
    </>
  );
}
