import { MAX_INSTRUCTIONS } from '@/modules/assistant/assistant.schema.ts';
import { promptPaths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, Select, TextArea } from '../../ui/fields/field.tsx';
import { LivePart } from '../../ui/live-part.tsx';
import { PageHeader, Panel } from '../../ui/page-header.tsx';
import { PromptTabs } from '../prompts/prompt-tabs.tsx';

type Props = {
  values: Record<string, string>;
  prompts: { id: number; name: string; hasKey: boolean }[];
  errors?: Record<string, string>;
};

export function AssistantPage(props: Props) {
  const t = useT();
  return (
    <>
      <PromptTabs active="assistant" />
      <PageHeader title={t('assistant:title')} text={t('assistant:hint')} />
      <Panel className="max-w-2xl p-4">
        <LivePart id="assistant-form" href={promptPaths.assistant()} refreshOn="assistant">
          <AssistantFields {...props} />
        </LivePart>
      </Panel>
    </>
  );
}

export function AssistantFields({ values, prompts, errors = {} }: Props) {
  const t = useT();
  const options = [
    { value: '', label: t('assistant:off') },
    ...prompts.map(({ id, name, hasKey }) => ({
      value: id,
      label: hasKey ? name : t('assistant:withoutKey', { name }),
      disabled: !hasKey,
    })),
  ];
  return (
    <form
      noValidate
      autoComplete="off"
      hx-put={promptPaths.assistant()}
      hx-target="this"
      hx-swap="outerMorph"
      hx-disable="find button[type=submit]"
      hx-sync="this:drop"
      className="flex flex-col gap-4"
    >
      <Select
        name="promptId"
        label={t('assistant:prompt')}
        hint={t('assistant:promptHint')}
        error={errors.promptId}
        options={options}
        defaultValue={values.promptId ?? ''}
      />
      <TextArea
        name="instructions"
        label={t('assistant:instructions')}
        hint={t('assistant:instructionsHint')}
        error={errors.instructions}
        maxLength={MAX_INSTRUCTIONS}
        defaultValue={values.instructions ?? ''}
      />
      <Field
        name="audioModel"
        label={t('assistant:audioModel')}
        hint={t('assistant:audioModelHint')}
        error={errors.audioModel}
        maxLength={100}
        defaultValue={values.audioModel ?? ''}
      />
      <p className="text-muted text-sm">{t('assistant:leaves')}</p>
      <Button type="submit" variant="primary" className="self-start">
        {t('common:save')}
      </Button>
    </form>
  );
}
