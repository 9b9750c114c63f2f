import { useT } from '../../i18n.tsx';
import { Icon } from '../icons/icon.tsx';
import { describe, FieldFrame, fieldId } from './field.tsx';
import { useFormField } from './form-values.tsx';

type FileDropProps = {
  name: string;
  id?: string;
  label: string;
  error?: string;
  hint?: string;
  /** Extensions or MIME types, as in the `accept` attribute: `.xlsx,.csv`. */
  accept?: string;
  multiple?: boolean;
  required?: boolean;
  picture?: string | null;
};

/** The native field lies over it, transparent; islands/forms/fields.ts writes the file names. */
export function FileDrop({
  name,
  id = fieldId(name),
  label,
  error,
  hint,
  accept,
  multiple = false,
  required,
  picture,
}: FileDropProps) {
  const t = useT();
  const form = useFormField(name);
  const labelled = { name, id, label, error: error ?? form.error, hint };
  return (
    <FieldFrame {...labelled} required={required}>
      <div id={`${id}-drop`} className="file-drop" data-field="">
        <Icon name="upload" size={20} className="text-muted" />
        {picture === undefined ? null : (
          <img data-picture="" src={picture ?? undefined} alt="" hidden={picture === null} hx-morph-skip="" />
        )}
        <span data-files="" hx-morph-skip="" className="wrap-anywhere line-clamp-2 min-w-0 grow">
          {t(multiple ? 'common:files.several' : 'common:files.one')}
        </span>
        <input type="file" accept={accept} multiple={multiple} {...describe(labelled)} />
        <button type="button" className="clear" data-clear="" aria-label={t('common:files.remove')}>
          <Icon name="x" size={16} />
        </button>
      </div>
    </FieldFrame>
  );
}
