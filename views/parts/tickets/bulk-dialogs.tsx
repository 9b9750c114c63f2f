import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { DialogForm } from '../../ui/dialog.tsx';
import { Select } from '../../ui/fields/field.tsx';
import { CheckboxList } from '../../ui/fields/switch.tsx';
import { PersonField } from './transfer-dialog.tsx';

type Props = { ids: string[]; error?: string };

type AssignProps = Props & { queues: { id: number; name: string }[]; typed?: string };

export function BulkAssignDialog({ ids, error, queues, typed }: AssignProps) {
  const t = useT();
  const options = queues.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <DialogForm
      id="bulk-assign"
      title={t('ticketDialogs:bulk.assignTitle', { count: ids.length })}
      action={paths.bulkTickets()}
      submitLabel={t('tickets:bulk.assign')}
      error={error}
    >
      <Hidden action="assign" ids={ids} />
      <Select
        name="queueId"
        label={t('ticketDialogs:queue')}
        options={[{ value: '', label: t('ticketDialogs:bulk.sameQueue') }, ...options]}
        autoFocus
      />
      <PersonField id="bulk-person" typed={typed} />
    </DialogForm>
  );
}

export function BulkTagDialog({
  ids,
  error,
  tags,
}: Props & { tags: { id: number; name: string; color: string }[] }) {
  const t = useT();
  return (
    <DialogForm
      id="bulk-tag"
      title={t('ticketDialogs:bulk.tagTitle', { count: ids.length })}
      action={paths.bulkTickets()}
      size="sm"
      submitLabel={t('tickets:bulk.tag')}
      error={error}
    >
      <Hidden action="tag" ids={ids} />
      <CheckboxList
        name="tagIds"
        label={t('contacts:drawer.tags')}
        options={tags.map(({ id, name, color }) => ({ value: id, label: name, color }))}
        selected={[]}
        empty={t('ticketDialogs:tags.none')}
      />
    </DialogForm>
  );
}

function Hidden({ action, ids }: { action: string; ids: string[] }) {
  return (
    <>
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="ids" value={ids.join()} />
    </>
  );
}
