import type { ContactView } from '@/modules/contacts/contacts.views.ts';
import { erasurePaths } from '@/modules/erasures/erasure-paths.schema.ts';
import { paths, schedulePaths } from '@/paths.ts';
import { contactName, formatNumber } from '@/schemas/phone-number.schema.ts';
import { type I18n, useT } from '../../i18n.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { RowName } from '../../ui/row-actions.tsx';
import { formatMoment } from '../messages/dates.ts';

type Rights = { canDelete: boolean; canMerge: boolean; canSchedule: boolean };

export function contactColumns(i18n: I18n, rights: Rights): Column<ContactView>[] {
  const { t } = i18n;
  return [
    {
      key: 'picture',
      label: t('contacts:picture'),
      role: 'lead',
      cell: ({ name, profilePicUrl }) => <Avatar name={name} src={profilePicUrl} size={36} />,
    },
    {
      key: 'name',
      label: t('contacts:name'),
      role: 'title',
      cell: (contact) => <RowName dialog={paths.editContact(contact.id)}>{contactName(contact)}</RowName>,
    },
    {
      key: 'number',
      label: t('contacts:number'),
      role: 'detail',
      className: 'whitespace-nowrap',
      cell: ({ number }) => (number ? formatNumber(number) : '—'),
    },
    {
      key: 'email',
      label: t('contacts:email'),
      hide: 'medium',
      cell: ({ email }) => (email ? <EmailText>{email}</EmailText> : '—'),
    },
    {
      key: 'lastInteraction',
      label: t('contacts:lastInteraction'),
      hide: 'narrow',
      className: 'whitespace-nowrap',
      cell: ({ lastInteractionAt: at }) => (at ? formatMoment(at, i18n) : '—'),
    },
    {
      key: 'status',
      label: t('contacts:status'),
      role: 'mark',
      cell: (contact) => <Status {...contact} />,
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: (contact) => <ContactActions contact={contact} {...rights} />,
    },
  ];
}

function Status({ isBlocked, active }: Pick<ContactView, 'isBlocked' | 'active'>) {
  const t = useT();
  if (isBlocked) return <Badge tone="error">{t('contacts:blocked')}</Badge>;
  if (!active) return <Badge>{t('common:inactive')}</Badge>;
  return (
    <Badge tone="success" className="max-[599px]:hidden">
      {t('contacts:active')}
    </Badge>
  );
}

function ContactActions({ contact, canDelete, canMerge, canSchedule }: { contact: ContactView } & Rights) {
  const t = useT();
  const { id, isBlocked, isGroup } = contact;
  const name = contactName(contact);
  return (
    <span className="inline-flex items-center">
      <IconButton
        icon="message-circle"
        label={t('contacts:startTicket', { name })}
        {...opensDialog(paths.newTicket({ contactId: id }))}
      />
      <Menu id={`contact-menu-${id}`} label={t('contacts:more', { name })} isRow>
        <MenuItem icon="pencil" {...opensDialog(paths.editContact(id))}>
          {t('contacts:menuEdit')}
        </MenuItem>
        <MenuItem icon="ban" {...opensDialog(paths.blockContact(id))}>
          {t(isBlocked ? 'contacts:menuUnblock' : 'contacts:menuBlock')}
        </MenuItem>
        {canSchedule ? (
          <MenuItem icon="calendar-clock" {...opensDialog(schedulePaths.add({ contactId: id }))}>
            {t('schedules:menu')}
          </MenuItem>
        ) : null}
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
        {canDelete && !isGroup ? (
          <MenuItem icon="download" {...opensDialog(erasurePaths.personFile(id))}>
            {t('erasures:menuFile')}
          </MenuItem>
        ) : null}
        {canDelete && !isGroup ? (
          <MenuItem icon="shield" danger {...opensDialog(erasurePaths.erase(id))}>
            {t('erasures:menu')}
          </MenuItem>
        ) : null}
      </Menu>
    </span>
  );
}
