import type { ReactNode } from 'react';
import type { TicketDetail } from '@/modules/tickets/tickets.views.ts';
import { paths } from '@/paths.ts';
import { contactName, numberBeside } from '@/schemas/phone-number.schema.ts';
import { useT } from '../../i18n.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/button.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TagEditor } from '../tickets/tag-editor.tsx';

export function ContactDrawer({ ticket }: { ticket: TicketDetail }) {
  const t = useT();
  const { contact, tags, uuid, protocol, source } = ticket;
  return (
    <aside
      id="contact-drawer"
      aria-label={t('contacts:drawer.title')}
      className="absolute inset-y-0 right-0 z-20 hidden w-full max-w-80 flex-col border-base-300 border-l bg-base-100 shadow-xl group-data-[drawer=open]/workspace:flex xl:shadow-none"
    >
      <header className="flex h-16 shrink-0 items-center gap-2 border-base-300 border-b px-3">
        <IconButton icon="x" label={t('common:close')} data-drawer-toggle="" aria-expanded="true" />
        <h2 className="mr-auto font-semibold">{t('contacts:drawer.title')}</h2>
        <IconButton
          icon="pencil"
          label={t('contacts:drawer.edit')}
          {...opensDialog(paths.editContact(contact.id))}
        />
      </header>
      <div className="min-h-0 grow overflow-y-auto p-4">
        <div className="flex flex-col items-center gap-1 pb-4 text-center">
          <Avatar name={contact.name} src={contact.profilePicUrl} size={88} />
          <p className="mt-2 max-w-full break-words font-semibold text-lg">{contactName(contact)}</p>
          <p className="text-muted">{numberBeside(contact)}</p>
        </div>
        <dl className="flex flex-col gap-3">
          {contact.email ? (
            <Fact name={t('contacts:email')}>
              <EmailText>{contact.email}</EmailText>
            </Fact>
          ) : null}
          {contact.extraInfo.map((field) => (
            <Fact key={field.id} name={field.name}>
              {field.value}
            </Fact>
          ))}
          {protocol ? (
            <Fact name={t('contacts:drawer.protocol')}>
              <span className="flex items-center justify-between gap-2">
                {protocol}
                <IconButton
                  icon="copy"
                  size="sm"
                  label={t('common:copy')}
                  data-copy={protocol}
                  data-copied={t('common:copied')}
                />
              </span>
            </Fact>
          ) : null}
          {source ? <Fact name={t('contacts:drawer.source')}>{source}</Fact> : null}
          <Fact name={t('contacts:drawer.tags')}>
            <div className="pt-1">
              <TagEditor uuid={uuid} tags={tags} at="drawer" />
            </div>
          </Fact>
        </dl>

        <div
          id="drawer-parts"
          className="pt-6"
          hx-get={paths.ticketPart(uuid, 'drawer')}
          hx-trigger="intersect once"
          hx-swap="innerHTML"
          hx-morph-skip=""
        >
          <SkeletonRows rows={2} label={t('common:loading')} />
        </div>
      </div>
    </aside>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="rounded-field bg-base-200 px-3 py-2">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}
