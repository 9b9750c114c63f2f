import {
  DEFAULT_MODEL,
  KNOWN_MODELS,
  MASK,
  MAX_NAME,
  NO_VOICE,
  OPENAI_URL,
  VOICES,
} from '@/modules/prompts/prompts.schema.ts';
import type { PromptView } from '@/modules/prompts/prompts.views.ts';
import { promptPaths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { ConfirmDialog, DialogForm } from '../../ui/dialog.tsx';
import { AddressField } from '../../ui/fields/address-field.tsx';
import { Field, type Option, Select, TextArea } from '../../ui/fields/field.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { Panes } from '../../ui/panes.tsx';
import { PromptTrialPane } from './prompt-trial.tsx';

export type PromptDialogProps = {
  promptId: number | null;
  values: Record<string, string>;
  errors: Record<string, string>;
  queues: Option[];
  notCalled?: string;
};

const MODEL_FIELDS = [
  'baseUrl',
  'model',
  'temperature',
  'maxTokens',
  'maxMessages',
  'maxAnswers',
  'priceIn',
  'priceOut',
];
const VOICE_FIELDS = ['voice', 'voiceKey', 'voiceRegion'];

export function PromptDialog(props: PromptDialogProps) {
  const t = useT();
  const { promptId, values, errors } = props;
  const wrong = Object.keys(errors);
  const isWrong = (fields: string[]) => wrong.some((field) => fields.includes(field));
  const isElsewhere = (field: string) => MODEL_FIELDS.includes(field) || VOICE_FIELDS.includes(field);
  return (
    <DialogForm
      id="prompt-dialog"
      title={promptId === null ? t('prompts:addTitle') : t('prompts:editTitle')}
      action={promptId === null ? promptPaths.list() : promptPaths.one(promptId)}
      method={promptId === null ? 'post' : 'put'}
      size="lg"
      values={values}
      errors={errors}
    >
      {promptId === null ? null : <input type="hidden" name="promptId" value={promptId} />}
      <Panes
        label={t('prompts:pane.label')}
        panes={[
          {
            key: 'text',
            label: t('prompts:pane.text'),
            isWrong: wrong.some((field) => !isElsewhere(field)),
            content: <TextFields {...props} />,
          },
          {
            key: 'model',
            label: t('prompts:pane.model'),
            isWrong: isWrong(MODEL_FIELDS),
            content: <ModelFields {...props} />,
          },
          {
            key: 'voice',
            label: t('prompts:pane.voice'),
            isWrong: isWrong(VOICE_FIELDS),
            content: <VoiceFields {...props} />,
          },
          { key: 'trial', label: t('prompts:pane.trial'), content: <PromptTrialPane /> },
        ]}
      />
    </DialogForm>
  );
}

function TextFields({ values, queues }: PromptDialogProps) {
  const t = useT();
  return (
    <>
      <Field name="name" label={t('prompts:name')} maxLength={MAX_NAME} autoFocus required />
      <TextArea name="prompt" label={t('prompts:prompt')} hint={t('prompts:promptHint')} rows={8} required />
      <TextArea name="facts" label={t('prompts:facts')} hint={t('prompts:factsHint')} rows={4} />
      <Select
        name="queueId"
        label={t('prompts:queue')}
        hint={t('prompts:queueHint')}
        options={[{ value: '', label: t('prompts:chooseQueue') }, ...queues]}
        defaultValue={values.queueId ?? ''}
        required
      />
      <KeyField name="apiKey" label={t('prompts:apiKey')} hint={t('prompts:apiKeyHint')} values={values} />
    </>
  );
}

/** A stored key is not sent to the browser: an empty field leaves it unchanged. */
function KeyField({
  name,
  label,
  hint,
  values,
}: { name: string; label: string; hint: string } & Pick<PromptDialogProps, 'values'>) {
  const t = useT();
  const isSaved = values[name] === MASK;
  return (
    <Field
      name={name}
      type="password"
      autoComplete="new-password"
      label={label}
      hint={isSaved ? t('prompts:keyStored') : hint}
      placeholder={isSaved ? MASK : undefined}
    />
  );
}

function ModelFields({ values, notCalled }: PromptDialogProps) {
  const t = useT();
  const field = (name: string) => ({ name, value: values[name] ?? '' });
  const decimal = (name: string) => ({
    name,
    defaultValue: values[name] ?? '',
    inputMode: 'decimal' as const,
    maxLength: 12,
  });
  return (
    <>
      <Field
        name="model"
        label={t('prompts:model')}
        hint={t('prompts:modelHint', { models: KNOWN_MODELS.join(', ') })}
        defaultValue={values.model || DEFAULT_MODEL}
        maxLength={100}
      />
      <AddressField
        name="baseUrl"
        label={t('prompts:baseUrl')}
        hint={t('prompts:baseUrlHint')}
        placeholder={OPENAI_URL}
        notCalled={notCalled}
        maxLength={300}
      />
      <NumberField label={t('prompts:maxTokens')} hint={t('prompts:maxTokensHint')} {...field('maxTokens')} />
      <Field
        label={t('prompts:temperature')}
        hint={t('prompts:temperatureHint')}
        {...decimal('temperature')}
      />
      <NumberField
        label={t('prompts:maxMessages')}
        hint={t('prompts:maxMessagesHint')}
        {...field('maxMessages')}
      />
      <NumberField
        label={t('prompts:maxAnswers')}
        hint={t('prompts:maxAnswersHint')}
        {...field('maxAnswers')}
      />
      <Switch
        name="readsPictures"
        label={t('prompts:readsPictures')}
        hint={t('prompts:readsPicturesHint')}
        defaultChecked={values.readsPictures === 'true'}
      />
      <Field label={t('prompts:priceIn')} hint={t('prompts:priceHint')} {...decimal('priceIn')} />
      <Field label={t('prompts:priceOut')} {...decimal('priceOut')} />
    </>
  );
}

function VoiceFields({ values }: PromptDialogProps) {
  const t = useT();
  const nameOf = (voice: string) =>
    voice === NO_VOICE ? t('prompts:voiceText') : voice.slice('pt-BR-'.length, -'Neural'.length);
  return (
    <>
      <Select
        name="voice"
        label={t('prompts:voice')}
        hint={t('prompts:voiceHint')}
        options={VOICES.map((value) => ({ value, label: nameOf(value) }))}
      />
      <KeyField
        name="voiceKey"
        label={t('prompts:voiceKey')}
        hint={t('prompts:voiceKeyHint')}
        values={values}
      />
      <Field name="voiceRegion" label={t('prompts:voiceRegion')} placeholder="brazilsouth" maxLength={40} />
    </>
  );
}

export function DeletePromptDialog({ prompt }: { prompt: PromptView }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="prompt-delete"
      title={t('prompts:delete', { name: prompt.name })}
      what={prompt.name}
      text={t('common:confirmDelete')}
      action={promptPaths.one(prompt.id)}
    />
  );
}
