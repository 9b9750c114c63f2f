import { erasurePaths } from '@/modules/erasures/erasure-paths.schema.ts';
import type { PersonFileView } from '@/modules/erasures/erasures.views.ts';
import { formatBytes } from '@/schemas/bytes.schema.ts';
import { contactName } from '@/schemas/phone-number.schema.ts';
import { useI18n } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { LinkButton } from '../../ui/button.tsx';
import { DialogForm } from '../../ui/dialog.tsx';

type PersonFileDialogProps = {
  contact: { id: number; name: string; number: string };
  files: PersonFileView[];
};

export function PersonFileDialog({ contact, files }: PersonFileDialogProps) {
  const i18n = useI18n();
  const { t, locale } = i18n;
  return (
    <DialogForm
      id="person-file"
      title={t('erasures:file.of', { name: contactName(contact) })}
      action={erasurePaths.personFile(contact.id)}
      asksForPassword
      isGuarded={false}
      submitLabel={t('erasures:file.submit')}
    >
      <p className="text-pretty">{t('erasures:file.text')}</p>
      <ul
        id="person-files"
        className="flex flex-col gap-2"
        {...(files.some(({ state }) => state === 'waiting') && {
          'hx-get': erasurePaths.personFile(contact.id),
          'hx-trigger': 'every 2s',
          'hx-select': '#person-files',
          'hx-swap': 'outerHTML',
        })}
      >
        {files.map(({ id, state, bytes, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {state === 'ready' ? (
              <>
                <LinkButton icon="download" href={erasurePaths.fetchPersonFile(id)}>
                  {t('erasures:file.fetch', { size: formatBytes(bytes, locale) })}
                </LinkButton>
                <span className="text-muted text-sm">
                  {t('erasures:file.until', {
                    until: formatMoment(expiresAt, i18n),
                  })}
                </span>
              </>
            ) : (
              t(`erasures:file.${state}`)
            )}
          </li>
        ))}
      </ul>
    </DialogForm>
  );
}
