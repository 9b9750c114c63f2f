import { Assignment, MAX_QUEUE_NAME } from '@/modules/queues/queues.schema.ts';
import type { QueueUse, QueueView } from '@/modules/queues/queues.views.ts';
import { queuePaths } from '@/paths.ts';
import { hoursFields } from '@/schemas/service-hours.schema.ts';
import { useT } from '../../i18n.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog, DialogForm } from '../../ui/dialog.tsx';
import { ColorPicker } from '../../ui/fields/color-picker.tsx';
import { Field, type Option, Select } from '../../ui/fields/field.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { ServiceHoursEditor } from '../../ui/fields/service-hours.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { TextWithVariables } from '../../ui/fields/text-with-variables.tsx';
import { Panes } from '../../ui/panes.tsx';

export type QueueDialogProps = {
  known: QueueView | null;
  values: Record<string, string>;
  errors: Record<string, string>;
  hasHours: boolean;
  options: number;
  integrations: Option[] | null;
  prompts: Option[] | null;
};

const isHours = (field: string) => field in hoursFields;

export function QueueDialog(props: QueueDialogProps) {
  const t = useT();
  const { known, values, errors, hasHours, options } = props;
  const wrong = Object.keys(errors);
  const data = {
    key: 'data',
    label: t('queues:pane.data'),
    isWrong: wrong.some((field) => !isHours(field)),
    content: <QueueData {...props} />,
  };
  const hours = {
    key: 'hours',
    label: t('queues:pane.hours'),
    isWrong: wrong.some(isHours),
    content: <ServiceHoursEditor values={values} errors={errors} />,
  };
  const menu = known && {
    key: 'options',
    label: t('queues:pane.options'),
    content: <ToOptions queue={known} options={options} />,
  };
  return (
    <DialogForm
      id="queue-dialog"
      title={known ? t('queues:editTitle') : t('queues:addTitle')}
      action={known ? queuePaths.one(known.id) : queuePaths.list()}
      method={known ? 'put' : 'post'}
      size="lg"
      values={values}
      errors={errors}
      files
    >
      <Panes
        label={t('queues:pane.label')}
        panes={[data, ...(hasHours ? [hours] : []), ...(menu ? [menu] : [])]}
      />
    </DialogForm>
  );
}

function QueueData({ known, values, hasHours, integrations, prompts }: QueueDialogProps) {
  const t = useT();
  return (
    <>
      <Field name="name" label={t('queues:name')} maxLength={MAX_QUEUE_NAME} autoFocus required />
      <ColorPicker name="color" label={t('queues:color')} />
      <NumberField
        name="orderQueue"
        label={t('queues:order')}
        hint={t('queues:orderHint')}
        value={values.orderQueue ?? ''}
      />
      <TextWithVariables
        label={t('queues:greeting')}
        hint={t('queues:greetingHint')}
        name="greetingMessage"
      />
      <TextWithVariables
        label={t('queues:outOfHours')}
        hint={t(hasHours ? 'queues:outOfHoursHint' : 'queues:outOfHoursUnused')}
        name="outOfHoursMessage"
      />
      <FileDrop
        name="file"
        label={t('queues:media')}
        hint={known?.mediaName ? t('queues:mediaNow', { name: known.mediaName }) : t('queues:mediaHint')}
      />
      {known?.mediaName ? <Switch name="removeMedia" label={t('queues:removeMedia')} /> : null}
      {integrations ? (
        <>
          <Select
            name="integrationId"
            label={t('queues:integration')}
            hint={t('queues:integrationHint')}
            options={[{ value: '', label: t('common:none') }, ...integrations]}
          />
          <Switch
            name="sendsInvoices"
            label={t('queues:sendsInvoices')}
            hint={t('queues:sendsInvoicesHint')}
            defaultChecked={values.sendsInvoices === 'true'}
          />
        </>
      ) : null}
      {prompts ? (
        <Select
          name="promptId"
          label={t('queues:responder.prompt')}
          hint={t('queues:responder.promptHint')}
          options={[{ value: '', label: t('common:none') }, ...prompts]}
          defaultValue={values.promptId ?? ''}
        />
      ) : null}
      <AssignmentFields values={values} />
    </>
  );
}

function AssignmentFields({ values }: Pick<QueueDialogProps, 'values'>) {
  const t = useT();
  return (
    <>
      <Select
        name="assignment"
        label={t('queues:assignment.label')}
        hint={t('queues:assignment.hint')}
        options={Assignment.options.map((value) => ({ value, label: t(`queues:assignment.${value}`) }))}
      />
      <NumberField
        name="assignmentLimit"
        label={t('queues:assignment.limit')}
        hint={t('queues:assignment.limitHint')}
        value={values.assignmentLimit ?? '0'}
      />
      <Switch
        name="isSticky"
        label={t('queues:assignment.sticky')}
        hint={t('queues:assignment.stickyHint')}
        defaultChecked={values.isSticky === 'true'}
      />
    </>
  );
}

function ToOptions({ queue, options }: { queue: QueueView; options: number }) {
  const t = useT();
  return (
    <div className="flex flex-col items-start gap-3">
      <p>{t('queues:optionsCount', { count: options })}</p>
      <p className="field-hint">{t('queues:optionsHint')}</p>
      <LinkButton href={queuePaths.options(queue.id)} icon="list-tree">
        {t('queues:openOptions')}
      </LinkButton>
    </div>
  );
}

const GOES = ['tickets', 'connections', 'people', 'options'] as const;

export function DeleteQueueDialog({ queue, use }: { queue: QueueView; use: QueueUse }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="queue-delete"
      title={t('queues:delete', { name: queue.name })}
      what={queue.name}
      text={t('common:confirmDelete')}
      action={queuePaths.one(queue.id)}
    >
      <ul className="list-disc pl-5 text-sm">
        {GOES.filter((kind) => use[kind] > 0).map((kind) => (
          <li key={kind}>{t(`queues:goes.${kind}`, { count: use[kind] })}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
