import type { ReactNode } from 'react';
import type { ConnectionView } from '@/modules/connections/connections.views.ts';
import { WHEN_OPEN } from '@/modules/first-steps/setup-path.schema.ts';
import { paths, queuePaths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { FieldError, Select } from '../../ui/fields/field.tsx';
import { ServiceHoursEditor } from '../../ui/fields/service-hours.tsx';
import { CheckboxList } from '../../ui/fields/switch.tsx';
import { TextWithVariables } from '../../ui/fields/text-with-variables.tsx';
import { refreshTrigger } from '../../ui/live-part.tsx';

type QueuesStepProps = {
  connection: ConnectionView | null;
  queues: { id: number; name: string; color: string }[];
  error?: string | undefined;
};

/** Asked for again when a queue is added; its boxes that are ticked and not saved stay. */
export function QueuesStep({ connection, queues, error }: QueuesStepProps) {
  const t = useT();
  const offered = connection?.queues.map(({ id }) => id) ?? [];
  return (
    <div
      id="setup-queues"
      className="panel p-4"
      hx-get={paths.setupQueues()}
      hx-trigger={refreshTrigger('queue')}
      hx-target="this"
      hx-swap="outerMorph"
    >
      <Button
        id="setup-add-queue"
        icon="plus"
        variant={queues.length === 0 ? 'primary' : undefined}
        className="mb-4"
        {...opensDialog(queuePaths.add())}
      >
        {t('queues:add')}
      </Button>
      {connection && queues.length > 0 ? (
        <PathForm action={paths.setupQueues()} target="#setup-queues">
          <input type="hidden" name="queueIds" value="" />
          <CheckboxList
            name="queueIds"
            label={t('firstSteps:path.queues.offered', { name: connection.name })}
            options={queues.map(({ id, name, color }) => ({ value: id, label: name, color }))}
            selected={offered.length > 0 ? offered : queues.map(({ id }) => id)}
          />
          <FieldError id="field-queueIds" text={error} />
        </PathForm>
      ) : null}
    </div>
  );
}

type TextsStepProps = { values: Record<string, string>; errors?: Record<string, string> };

export function TextsStep({ values, errors = {} }: TextsStepProps) {
  const t = useT();
  return (
    <div id="setup-texts" className="panel p-4">
      <PathForm action={paths.setupTexts()} target="#setup-texts">
        <TextWithVariables
          name="greetingMessage"
          label={t('connections:greeting')}
          hint={t('connections:greetingHint')}
          value={values.greetingMessage ?? ''}
          error={errors.greetingMessage}
          maxLength={4096}
        />
        <Select
          name="scheduleType"
          label={t('firstSteps:path.texts.open')}
          options={WHEN_OPEN.map((value) => ({ value, label: t(`firstSteps:path.texts.${value}`) }))}
          defaultValue={values.scheduleType}
          error={errors.scheduleType}
        />
        <div className="setup-hours">
          <ServiceHoursEditor values={values} errors={errors} />
        </div>
        <div className="setup-absence">
          <TextWithVariables
            name="outOfHoursMessage"
            label={t('connections:text.outOfHoursMessage')}
            hint={t('connections:text.outOfHoursMessageHint')}
            value={values.outOfHoursMessage ?? ''}
            error={errors.outOfHoursMessage}
            maxLength={4096}
          />
        </div>
      </PathForm>
    </div>
  );
}

function PathForm({ action, target, children }: { action: string; target: string; children: ReactNode }) {
  const t = useT();
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      autoComplete="off"
      hx-put={action}
      hx-target={target}
      hx-swap="outerMorph"
      hx-disable="find button[type=submit]"
      hx-sync="this:drop"
    >
      {children}
      <Button type="submit" variant="primary" className="self-end">
        {t('firstSteps:path.save')}
      </Button>
    </form>
  );
}
