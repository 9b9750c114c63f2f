import {
  LOGO_ENDINGS,
  LOGO_REFS,
  MAX_PRODUCT_NAME,
  MAX_SUPPORT,
} from '@/modules/branding/branding.schema.ts';
import { brandingPaths } from '@/modules/branding/branding-paths.schema.ts';
import type { Branding } from '../../branding.tsx';
import { useT } from '../../i18n.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field, Select } from '../../ui/fields/field.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';

type BrandingTabProps = {
  logos: Branding['logos'];
  values: { ref: string; name: string; color: string; support: string };
  errors: Record<string, string>;
};

const SENDS = {
  'hx-target': '#look-tab',
  'hx-swap': 'outerMorph',
  'hx-disable': 'find button[type=submit]',
  'hx-sync': 'this:drop',
};

export function BrandingTab({ logos, values, errors }: BrandingTabProps) {
  const t = useT();
  return (
    <div id="look-tab" className="flex flex-col gap-8">
      <section aria-labelledby="logos-title">
        <h2 id="logos-title" className="font-semibold">
          {t('branding:logos')}
        </h2>
        <p className="mb-3 text-muted text-sm">{t('branding:logosText')}</p>
        <form
          noValidate
          encType="multipart/form-data"
          hx-post={brandingPaths.upload()}
          className="panel flex flex-col gap-3 p-4"
          {...SENDS}
        >
          <Select
            name="ref"
            label={t('branding:target')}
            defaultValue={values.ref}
            error={errors.ref}
            options={[
              { value: '', label: t('branding:choose') },
              ...LOGO_REFS.map((ref) => ({ value: ref, label: t(`branding:ref.${ref}`) })),
            ]}
          />
          <FileDrop name="file" label={t('branding:file')} error={errors.file} accept={LOGO_ENDINGS} />
          <Button type="submit" variant="primary" className="self-end">
            {t('branding:upload')}
          </Button>
        </form>
        <CurrentLogos logos={logos} />
      </section>
      <section aria-labelledby="look-title">
        <h2 id="look-title" className="font-semibold">
          {t('branding:style')}
        </h2>
        <p className="mb-3 text-muted text-sm">{t('branding:styleText')}</p>
        <form noValidate hx-put={brandingPaths.page()} className="panel flex flex-col gap-3 p-4" {...SENDS}>
          <Field
            name="name"
            label={t('branding:name')}
            defaultValue={values.name}
            error={errors.name}
            maxLength={MAX_PRODUCT_NAME}
          />
          <Field
            name="color"
            label={t('branding:color')}
            hint={t('branding:colorHint')}
            defaultValue={values.color}
            error={errors.color}
            maxLength={7}
          />
          <Field
            name="support"
            label={t('branding:support')}
            hint={t('branding:supportHint')}
            defaultValue={values.support}
            error={errors.support}
            maxLength={MAX_SUPPORT}
          />
          <Button type="submit" variant="primary" className="self-end">
            {t('common:save')}
          </Button>
        </form>
      </section>
    </div>
  );
}

function CurrentLogos({ logos }: { logos: Branding['logos'] }) {
  const t = useT();
  const shown = LOGO_REFS.flatMap((ref) => (logos[ref] ? [{ ref, src: logos[ref] }] : []));
  if (shown.length === 0) return null;
  return (
    <ul aria-label={t('branding:logos')} className="mt-3 grid gap-3 sm:grid-cols-2">
      {shown.map(({ ref, src }) => (
        <li key={ref} className="flex items-center gap-3 rounded-box border border-base-300 p-3">
          <span className="flex h-12 w-24 shrink-0 items-center justify-center rounded-field bg-base-200">
            <img src={src} alt="" className="max-h-10 max-w-20 object-contain" />
          </span>
          <span className="min-w-0 grow text-sm">{t(`branding:ref.${ref}`)}</span>
          <IconButton
            icon="trash"
            label={t('branding:remove', { name: t(`branding:ref.${ref}`) })}
            hx-delete={brandingPaths.logo(ref)}
            hx-swap="none"
          />
        </li>
      ))}
    </ul>
  );
}
