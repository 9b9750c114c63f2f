import type { ContactPage, ContactView } from '@/modules/contacts/contacts.views.ts';
import { paths } from '@/paths.ts';
import { type I18n, useI18n, useT } from '../../i18n.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { type Column, DataRows } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { formatDate, formatTime } from '../messages/dates.ts';
import { formatNumber } from './phone-number.ts';

export type ContactRowsProps = {
  page: ContactPage;
  searchParam: string;
  canDelete: boolean;
  canMerge: boolean;
};

/** One page of the table: for the page itself, the search, the refresh and the scroll. */
export function ContactRows(props: ContactRowsProps) {
  return <DataRows {...useContactRows(props)} />;
}

export function useContactRows({ page, searchParam, canDelete, canMerge }: ContactRowsProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const last = page.contacts.at(-1);
  return {
    columns: columns(i18n, { canDelete, canMerge }),
    items: page.contacts,
    keyOf: (contact: ContactView) => contact.id,
    next: page.hasMore && last ? paths.contacts({ searchParam, after: last.id }) : null,
    empty: searchParam ? (
      <EmptyState icon="search" title={t('common:noResults')} text={t('common:noResultsHint')} />
    ) : (
      <EmptyState icon="contact" title={t('contacts:empty.title')} text={t('contacts:empty.text')} />
    ),
  };
}

type Rights = { canDelete: boolean; canMerge: boolean };

function columns(i18n: I18n, rights: Rights): Column<ContactView>[] {
  const { t } = i18n;
  return [
    {
      key: 'name',
      label: t('contacts:name'),
      role: 'title',
      cell: (contact) => (
        <span className="flex min-w-0 items-center gap-3">
          <Avatar name={contact.name} src={contact.profilePicUrl} size={32} />
          <span className="min-w-0 break-words">{contact.name || formatNumber(contact.number)}</span>
        </span>
      ),
    },
    {
      key: 'number',
      label: t('contacts:number'),
      className: 'whitespace-nowrap',
      cell: ({ number }) => (number ? formatNumber(number) : '—'),
    },
    {
      key: 'email',
      label: t('contacts:email'),
      hide: 'medium',
      cell: ({ email }) => (email ? <span className="block min-w-44 break-all">{email}</span> : '—'),
    },
    {
      key: 'lastInteraction',
      label: t('contacts:lastInteraction'),
      className: 'whitespace-nowrap',
      cell: ({ lastInteractionAt: at }) => (at ? `${formatDate(at, i18n)} ${formatTime(at, i18n)}` : '—'),
    },
    {
      key: 'status',
      label: t('contacts:status'),
      cell: ({ isBlocked, active }) => (
        <Badge tone={isBlocked ? 'error' : active ? 'success' : 'neutral'}>
          {t(isBlocked ? 'contacts:blocked' : active ? 'contacts:active' : 'common:inactive')}
        </Badge>
      ),
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      align: 'end',
      cell: (contact) => <ContactActions contact={contact} {...rights} />,
    },
  ];
}

function ContactActions({ contact, canDelete, canMerge }: { contact: ContactView } & Rights) {
  const t = useT();
  const { id, isBlocked } = contact;
  const name = contact.name || contact.number;
  return (
    <span className="inline-flex items-center">
      <IconButton
        icon="message-circle"
        label={t('contacts:startTicket', { name })}
        {...opensDialog(paths.newTicket({ contactId: id }))}
      />
      <Menu id={`contact-menu-${id}`} label={t('contacts:more', { name })}>
        <MenuItem icon="pencil" {...opensDialog(paths.editContact(id))}>
          {t('contacts:menuEdit')}
        </MenuItem>
        <MenuItem icon="ban" {...opensDialog(paths.blockContact(id))}>
          {t(isBlocked ? 'contacts:menuUnblock' : 'contacts:menuBlock')}
        </MenuItem>
        {canMerge ? (
          <MenuItem icon="users" {...opensDialog(paths.mergeContact(id))}>
            {t('contacts:menuMerge')}
          </MenuItem>
        ) : null}
        {canDelete ? (
          <MenuItem icon="trash" danger {...opensDialog(paths.confirmDeleteContact(id))}>
            {t('contacts:menuDelete')}
          </MenuItem>
        ) : null}
      </Menu>
    </span>
  );
}
