import type { NoteView } from '@/modules/tickets/tickets.views.ts';
import { paths } from '@/paths.ts';
import { useI18n, useT } from '../../i18n.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog, opensDialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/fields/field.tsx';
import { ClientId } from '../../ui/fields/form-key.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { formatMoment } from '../messages/dates.ts';

export type ListedNote = { note: NoteView; canDelete: boolean };

export function Notes({ uuid, notes }: { uuid: string; notes: ListedNote[] }) {
  const t = useT();
  return (
    <section aria-labelledby="notes-title" className="flex flex-col gap-2">
      <h3 id="notes-title" className="flex items-center gap-2 font-semibold text-sm">
        <Icon name="note" size={16} /> {t('ticketDialogs:notes.title')}
      </h3>
      <NoteForm uuid={uuid} />
      <div
        id="note-list"
        hx-get={paths.ticketPart(uuid, 'notes')}
        hx-trigger="refresh:ticketNote from:document delay:200ms"
        hx-swap="innerHTML"
      >
        <NoteList uuid={uuid} notes={notes} />
      </div>
    </section>
  );
}

type NoteFormProps = { uuid: string; values?: { note: string }; error?: string };

export function NoteForm({ uuid, values, error }: NoteFormProps) {
  const t = useT();
  return (
    <form
      noValidate
      id="note-form"
      hx-post={paths.ticketPart(uuid, 'notes')}
      hx-target="this"
      hx-swap="outerHTML"
      hx-disable="find button"
      hx-sync="this:drop"
      className="note-sheet flex flex-col gap-2 rounded-field p-2.5"
    >
      <ClientId />
      <TextArea
        name="note"
        label={t('ticketDialogs:notes.label')}
        hint={t('ticketDialogs:notes.hint')}
        rows={2}
        defaultValue={values?.note}
        error={error}
        maxLength={2000}
        required
      />
      <Button type="submit" size="sm" icon="plus" className="self-end">
        {t('ticketDialogs:notes.add')}
      </Button>
    </form>
  );
}

export function NoteList({ uuid, notes }: { uuid: string; notes: ListedNote[] }) {
  const i18n = useI18n();
  const { t } = i18n;
  if (notes.length === 0) return <p className="py-2 text-muted text-sm">{t('ticketDialogs:notes.empty')}</p>;
  return (
    <ul className="flex flex-col gap-2">
      {notes.map(({ note, canDelete }) => (
        <li key={note.id} className="note-sheet rounded-field px-3 py-2 text-sm">
          <p className="whitespace-pre-wrap break-words [overflow-wrap:anywhere]">{note.note}</p>
          <p className="flex items-center gap-2 text-muted text-xs">
            <span className="min-w-0 truncate">
              {[note.user?.name, formatMoment(note.createdAt, i18n)].filter(Boolean).join(' · ')}
            </span>
            {canDelete ? (
              <IconButton
                icon="trash"
                size="sm"
                label={t('ticketDialogs:notes.delete')}
                className="ml-auto"
                {...opensDialog(`${paths.ticketPart(uuid, 'notes')}/${note.id}/delete`)}
              />
            ) : null}
          </p>
        </li>
      ))}
    </ul>
  );
}

export function DeleteNoteDialog({ uuid, note: { id, note } }: { uuid: string; note: NoteView }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="note-delete"
      title={t('ticketDialogs:notes.delete')}
      what={note}
      action={`${paths.ticketPart(uuid, 'notes')}/${id}`}
    />
  );
}
