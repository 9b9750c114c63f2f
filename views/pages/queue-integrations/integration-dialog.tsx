import {
  INTEGRATION_LANGUAGES,
  INTEGRATION_TYPES,
  type IntegrationType,
  MAX_INTEGRATION_NAME,
} from '@/modules/queue-integrations/queue-integrations.schema.ts';
import type { QueueIntegrationView } from '@/modules/queue-integrations/queue-integrations.views.ts';
import { integrationPaths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogForm } from '../../ui/dialog.tsx';
import { AddressField } from '../../ui/fields/address-field.tsx';
import { Field, type Option, Select, TextArea } from '../../ui/fields/field.tsx';
import { HookFields, TypebotFields } from './integration-fields.tsx';

export type IntegrationValues = Record<string, string>;

export type IntegrationFieldsProps = { values: IntegrationValues; errors: Record<string, string> };

type IntegrationDialogProps = IntegrationFieldsProps & {
  known: QueueIntegrationView | null;
  queues: Option[];
  notCalled?: string;
};

export function IntegrationDialog({ known, values, queues, errors, notCalled }: IntegrationDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="integration-dialog"
      title={t(known ? 'queueIntegrations:editTitle' : 'queueIntegrations:addTitle')}
      action={known ? integrationPaths.one(known.id) : integrationPaths.list()}
      method={known ? 'put' : 'post'}
      size="lg"
      values={values}
      errors={errors}
    >
      <Select
        name="type"
        label={t('queueIntegrations:type')}
        options={INTEGRATION_TYPES.map((type) => ({
          value: type,
          label: t(`queueIntegrations:types.${type}`),
        }))}
        autoFocus
      />
      <Field name="name" label={t('common:name')} maxLength={MAX_INTEGRATION_NAME} required />
      <AddressField
        name="urlN8N"
        label={t('queueIntegrations:url')}
        hint={t('queueIntegrations:urlHint')}
        notCalled={notCalled}
        maxLength={1_000}
      />
      <OfType types={['dialogflow']}>
        <DialogflowFields known={known} values={values} errors={errors} />
      </OfType>
      <OfType types={['typebot']}>
        <TypebotFields values={values} errors={errors} />
      </OfType>
      <OfType types={['n8n', 'webhook']}>
        <HookFields values={values} errors={errors} />
      </OfType>
      <OfType types={['dialogflow', 'typebot']}>
        <Select
          name="fallbackQueueId"
          label={t('queueIntegrations:fallback')}
          hint={t('queueIntegrations:fallbackHint')}
          options={[{ value: '', label: t('queueIntegrations:stays') }, ...queues]}
          defaultValue={values.fallbackQueueId ?? ''}
        />
      </OfType>
    </DialogForm>
  );
}

function OfType({ types, children }: { types: IntegrationType[]; children: React.ReactNode }) {
  return <div className={['of-type', ...types.map((type) => `of-${type}`)].join(' ')}>{children}</div>;
}

function DialogflowFields({
  known,
  values,
  errors,
}: IntegrationFieldsProps & Pick<IntegrationDialogProps, 'known'>) {
  const t = useT();
  return (
    <>
      <Field
        name="projectName"
        label={t('queueIntegrations:project')}
        defaultValue={values.projectName}
        error={errors.projectName}
        maxLength={200}
      />
      <Select
        name="language"
        label={t('queueIntegrations:language')}
        options={INTEGRATION_LANGUAGES.map((language) => ({
          value: language,
          label: t(`queueIntegrations:languages.${language}`),
        }))}
        defaultValue={values.language}
        error={errors.language}
      />
      <TextArea
        name="jsonContent"
        data-secret=""
        label={t('queueIntegrations:credentials')}
        hint={t(known?.jsonContent ? 'queueIntegrations:stored' : 'queueIntegrations:credentialsHint')}
        placeholder={known?.jsonContent || undefined}
        error={errors.jsonContent}
        spellCheck={false}
        rows={6}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          hx-post={integrationPaths.testSession()}
          hx-include="closest form"
          hx-vals={JSON.stringify({ id: known?.id ?? '' })}
          hx-target="#integration-test"
          hx-swap="innerHTML"
          hx-disable="this"
        >
          {t('queueIntegrations:test')}
        </Button>
        <output id="integration-test" className="min-w-0 grow" aria-live="polite" />
      </div>
    </>
  );
}
