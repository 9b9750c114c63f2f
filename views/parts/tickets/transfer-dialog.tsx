import type { TicketDetail } from '@/modules/tickets/tickets.views.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { DialogForm } from '../../ui/dialog.tsx';
import { ComboboxField, type ComboboxOption, ComboboxOptions } from '../../ui/fields/combobox.tsx';
import { Select } from '../../ui/fields/field.tsx';

type Named = { id: number; name: string };

export type TransferDialogProps = {
  ticket: TicketDetail;
  queues: Named[];
  connections: Named[];
  values: { queueId: string; whatsappId: string };
  person: ComboboxOption | null;
  typed?: string;
  errors?: Record<string, string>;
};

export function TransferDialog({
  ticket,
  queues,
  connections,
  values,
  person,
  typed,
  errors = {},
}: TransferDialogProps) {
  const t = useT();
  const nothing = { value: '', label: t('ticketDialogs:choose') };
  const toOption = ({ id, name }: Named) => ({ value: id, label: name });
  return (
    <DialogForm
      id="transfer-dialog"
      title={t('ticketDialogs:transfer.title')}
      action={paths.ticketPart(ticket.uuid, 'transfer')}
      method="put"
      submitLabel={t('ticketDialogs:transfer.submit')}
      values={values}
      errors={errors}
    >
      <Select
        name="queueId"
        label={t('ticketDialogs:queue')}
        options={[nothing, ...queues.map(toOption)]}
        autoFocus
        required
      />
      <PersonField id="transfer-person" chosen={person} typed={typed} error={errors.person} />
      <Select
        name="whatsappId"
        label={t('ticketDialogs:connection')}
        options={[nothing, ...connections.map(toOption)]}
        required
      />
    </DialogForm>
  );
}

type PersonFieldProps = { id: string; chosen?: ComboboxOption | null; typed?: string; error?: string };

export function PersonField({ id, chosen, typed, error }: PersonFieldProps) {
  const t = useT();
  return (
    <ComboboxField
      id={id}
      name="userId"
      textName="person"
      href={paths.ticketPeople()}
      include="closest form"
      label={t('ticketDialogs:transfer.person')}
      placeholder={t('ticketDialogs:transfer.choosePerson')}
      hint={t('ticketDialogs:transfer.nobodyHint')}
      chosen={chosen}
      defaultText={chosen?.text ?? typed}
      error={error}
    />
  );
}

/** `people` is null when the text is too short for a search. */
export function PersonChoices({ text, people }: { text: string; people: ComboboxOption[] | null }) {
  const t = useT();
  const note = people ? 'ticketDialogs:nobodyFound' : 'ticketDialogs:searchHint';
  return <ComboboxOptions text={text} options={people ?? []} note={people?.length ? undefined : t(note)} />;
}
