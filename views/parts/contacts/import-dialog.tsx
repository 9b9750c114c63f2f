import type { ImportRowView } from '@/modules/contacts/import/imports.schema.ts';
import { SKIPPED } from '@/modules/contacts/import/imports.schema.ts';
import type { ImportView } from '@/modules/contacts/import/imports.views.ts';
import { paths } from '@/paths.ts';
import { formatNumber } from '@/schemas/phone-number.schema.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogForm } from '../../ui/dialog.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { ImportCourse, ImportReportDialog } from './import-course.tsx';

const ID = 'contact-import';

export function ImportDialog({ errors = {} }: { errors?: Record<string, string> }) {
  const t = useT();
  return (
    <DialogForm
      id={ID}
      title={t('contacts:import.title')}
      action={paths.uploadContacts()}
      submitLabel={t('contacts:import.preview')}
      files
      errors={errors}
    >
      <FileDrop
        name="file"
        label={t('contacts:import.file')}
        hint={t('contacts:import.fileHint')}
        accept=".xlsx,.xls,.csv,.vcf"
        required
      />
      <div className="flex flex-col items-start gap-2 border-base-300 border-t pt-3">
        <p className="text-muted text-sm">{t('contacts:import.phoneHint')}</p>
        <Button
          icon="smartphone"
          hx-post={paths.importContacts()}
          hx-target={`#${ID}`}
          hx-swap="outerMorph"
          hx-disable="this"
        >
          {t('contacts:import.phone')}
        </Button>
      </div>
    </DialogForm>
  );
}

export function ImportPreview({ view, rows }: { view: ImportView; rows: ImportRowView[] }) {
  const t = useT();
  const ready = view.total - view.done;
  return (
    <DialogForm
      id={ID}
      title={t('contacts:import.previewTitle')}
      action={paths.contactImport(view.id)}
      submitLabel={t('contacts:import.start', { count: ready })}
      size="lg"
    >
      <p>{t('contacts:import.found', { file: view.fileName, count: view.total })}</p>
      <SkippedCounts view={view} />
      <ul className="text-sm">
        {rows.map((row) => (
          <li key={row.line} className="border-base-300 border-b py-2">
            <p className="break-words font-semibold">{row.name || '—'}</p>
            <p className="break-all text-muted">
              {[formatNumber(row.number), row.email].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      {ready > rows.length ? (
        <p className="text-muted text-sm">{t('contacts:import.more', { count: ready - rows.length })}</p>
      ) : null}
    </DialogForm>
  );
}

type ReportProps = { view: ImportView; skipped: ImportRowView[] };

export function ImportReport(props: ReportProps) {
  return (
    <ImportReportDialog id={ID}>
      <ImportProgress {...props} />
    </ImportReportDialog>
  );
}

export function ImportProgress({ view, skipped }: ReportProps) {
  const t = useT();
  const more = Object.values(view.skipped).reduce((sum, n) => sum + n, 0) - skipped.length;
  return (
    <ImportCourse
      id="import-progress"
      href={`${paths.contactImport(view.id)}?part=progress`}
      refresh="contactImport"
      view={view}
    >
      <p className="font-semibold">{t('contacts:import.created', { count: view.created })}</p>
      <SkippedCounts view={view} />
      {skipped.length > 0 ? (
        <ul className="max-h-64 overflow-y-auto text-sm">
          {skipped.map((row) => (
            <li key={row.line} className="border-base-300 border-b py-1">
              <span className="text-muted">{t('contacts:import.line', { line: row.line })}</span>{' '}
              {[row.name, formatNumber(row.number)].filter(Boolean).join(' · ')}{' '}
              <span className="text-muted">— {t(`contacts:import.skipped.${row.outcome}`)}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {more > 0 ? <p className="text-muted text-sm">{t('contacts:import.more', { count: more })}</p> : null}
    </ImportCourse>
  );
}

function SkippedCounts({ view }: { view: ImportView }) {
  const t = useT();
  const some = SKIPPED.filter((reason) => view.skipped[reason] > 0);
  if (some.length === 0) return null;
  return (
    <ul className="text-sm">
      {some.map((reason) => (
        <li key={reason}>
          {t(`contacts:import.skipped.${reason}`)}: {view.skipped[reason]}
        </li>
      ))}
    </ul>
  );
}
