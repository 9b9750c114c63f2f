import { FILL_SOURCES, SOURCES, type SourceValues } from '@/modules/contact-lists/contact-lists.schema.ts';
import type { TagView } from '@/modules/tags/tags.views.ts';
import { listPaths, withQuery } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Field, Select } from '../../ui/fields/field.tsx';

export type SourceChoice = { values: SourceValues; tags: TagView[] };

type SourceFieldsProps = SourceChoice & {
  errors?: Record<string, string>;
  mayBeNone: boolean;
};

export function SourceFields({ values, tags, errors = {}, mayBeNone }: SourceFieldsProps) {
  const t = useT();
  const sources = mayBeNone ? SOURCES : FILL_SOURCES;
  return (
    <div id="list-source" className="flex flex-col gap-4">
      <Select
        name="source"
        label={t('contactLists:source.label')}
        defaultValue={values.source}
        options={sources.map((source) => ({ value: source, label: t(`contactLists:source.${source}`) }))}
        error={errors.source}
        hx-get={withQuery(listPaths.sources(), { mayBeNone: String(mayBeNone) })}
        hx-trigger="change"
        hx-target="#list-source"
        hx-swap="outerMorph"
        hx-include="closest form"
      />
      {values.source === 'tag' ? (
        <Select
          name="tagId"
          label={t('contactLists:source.tagId')}
          hint={t('contactLists:source.tagHint')}
          defaultValue={values.tagId ?? ''}
          options={[{ value: '', label: '' }, ...tags.map(({ id, name }) => ({ value: id, label: name }))]}
          error={errors.tagId}
          required
        />
      ) : null}
      {values.source === 'search' ? (
        <Field
          name="words"
          label={t('contactLists:source.words')}
          hint={t('contactLists:source.wordsHint')}
          defaultValue={values.words}
          error={errors.words}
          maxLength={200}
          required
        />
      ) : null}
    </div>
  );
}
