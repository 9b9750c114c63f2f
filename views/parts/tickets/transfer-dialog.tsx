import type { TicketDetail } from '@/modules/tickets/tickets.views.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { DialogForm } from '../../ui/dialog.tsx';
import { Select } from '../../ui/field.tsx';
import { type Choice, ChoiceList, ChoiceSearch } from './choices.tsx';

type Named = { id: number; name: string };

export type TransferDialogProps = {
  ticket: TicketDetail;
  queues: Named[];
  connections: Named[];
  values: { queueId: string; whatsappId: string };
  person: Choice | null;
  errors?: Record<string, string>;
};

/** Spec part 1 §4. */
export function TransferDialog({
  ticket,
  queues,
  connections,
  values,
  person,
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
    >
      <Select
        name="queueId"
        label={t('ticketDialogs:queue')}
        options={[nothing, ...queues.map(toOption)]}
        defaultValue={values.queueId}
        error={errors.queueId}
        autoFocus
        required
      />
      <ChoiceSearch
        id="transfer-person"
        label={t('ticketDialogs:transfer.person')}
        hint={t('ticketDialogs:searchHint')}
        href={paths.ticketPeople()}
      >
        {person ? <PersonChoices people={[person]} chosen={person.id} /> : <NobodyChosen />}
      </ChoiceSearch>
      <Select
        name="whatsappId"
        label={t('ticketDialogs:connection')}
        options={[nothing, ...connections.map(toOption)]}
        defaultValue={values.whatsappId}
        error={errors.whatsappId}
        required
      />
    </DialogForm>
  );
}

export function PersonChoices({ people, chosen }: { people: Choice[]; chosen: number | null }) {
  const t = useT();
  return (
    <>
      <label className="flex min-h-9 cursor-pointer items-center gap-3 rounded-field px-2 text-sm hover:bg-base-200 has-checked:bg-base-200">
        <input
          type="radio"
          className="radio radio-primary radio-sm"
          name="userId"
          value=""
          defaultChecked={chosen === null}
        />
        {t('ticketDialogs:transfer.nobody')}
      </label>
      <ChoiceList name="userId" choices={people} chosen={chosen}>
        {people.length === 0 ? (
          <p className="px-2 py-2 text-muted text-sm">{t('ticketDialogs:nobodyFound')}</p>
        ) : null}
      </ChoiceList>
    </>
  );
}

export function NobodyChosen() {
  const t = useT();
  return <p className="field-hint pt-1">{t('ticketDialogs:transfer.nobodyHint')}</p>;
}
