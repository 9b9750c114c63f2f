import { HAPPENINGS, MAX_ACTIONS } from '@/modules/rules/rules.schema.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, FieldError, Select } from '../../ui/fields/field.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { ActionRow } from './action-row.tsx';
import { type RuleChoices, type RuleValues, redraws, SENTENCE, withNone } from './rule-fields.ts';

export type RuleSentenceProps = {
  values: RuleValues;
  choices: RuleChoices;
  errors?: Record<string, string>;
};

export function RuleSentence({ values, choices, errors = {} }: RuleSentenceProps) {
  const t = useT();
  return (
    <div id={SENTENCE} className="flex flex-col gap-4">
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-semibold">{t('rules:form.when')}</legend>
        <Select
          name="when"
          label={t('rules:form.happening')}
          options={HAPPENINGS.map((value) => ({ value, label: t(`rules:form.whens.${value}`) }))}
          defaultValue={values.when}
          hx-trigger="change"
          {...redraws()}
        />
        <HappeningField values={values} choices={choices} errors={errors} />
        <div className="grid gap-3 min-[480px]:grid-cols-2">
          <Select
            name="queueId"
            label={t('rules:form.queue')}
            options={withNone(t('rules:form.anyQueue'), choices.queue, values.queueId, t)}
            defaultValue={values.queueId}
            error={errors['happening.queueId']}
          />
          <Select
            name="connectionId"
            label={t('rules:form.connection')}
            options={withNone(t('rules:form.anyConnection'), choices.connection, values.connectionId, t)}
            defaultValue={values.connectionId}
            error={errors['happening.connectionId']}
          />
        </div>
      </fieldset>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-semibold">{t('rules:form.then')}</legend>
        <ol className="flex flex-col gap-3">
          {values.actions.map((action, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and are drawn once
            <ActionRow key={index} {...{ index, action, choices }} error={errorOf(errors, index)} />
          ))}
        </ol>
        <FieldError id="rule-actions" text={errors.actions} />
        {values.actions.length < MAX_ACTIONS ? (
          <Button
            id="rule-add-action"
            size="sm"
            variant="ghost"
            icon="plus"
            className="self-start"
            {...redraws({ add: 1 })}
          >
            {t('rules:form.addAction')}
          </Button>
        ) : null}
      </fieldset>
    </div>
  );
}

function HappeningField({ values, choices, errors = {} }: RuleSentenceProps) {
  const t = useT();
  switch (values.when) {
    case 'opened':
      return null;
    case 'words':
      return (
        <Field
          name="words"
          label={t('rules:form.words')}
          hint={t('rules:form.wordsHint')}
          defaultValue={values.words}
          error={textError(errors)}
          maxLength={1500}
          required
        />
      );
    case 'tag':
      return (
        <Select
          name="tagId"
          label={t('rules:form.tag')}
          options={withNone(t('rules:form.choose'), choices.tag, values.tagId, t)}
          defaultValue={values.tagId}
          error={errors['happening.tagId']}
          required
        />
      );
    case 'waiting':
      return (
        <NumberField
          name="minutes"
          label={t('rules:form.waiting')}
          unit={t('rules:form.minutes')}
          value={values.minutes}
          error={errors['happening.minutes']}
          required
        />
      );
  }
}

function errorOf(errors: Record<string, string>, index: number): string | undefined {
  return Object.entries(errors).find(([field]) => field.startsWith(`actions.${index}.`))?.[1];
}

function textError(errors: Record<string, string>): string | undefined {
  return Object.entries(errors).find(([field]) => field.startsWith('happening.words'))?.[1];
}
