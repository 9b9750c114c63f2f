import { SKIPPED } from '@/modules/contact-lists/import/list-imports.schema.ts';
import type { ImportLine, ListImportView } from '@/modules/contact-lists/import/list-imports.views.ts';
import { listPaths } from '@/paths.ts';
import { type Translate, useT } from '../../i18n.tsx';
import { ImportCourse, ImportReportDialog } from '../../parts/contacts/import-course.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { DialogForm, downloadsProven } from '../../ui/dialog.tsx';
import { Select } from '../../ui/fields/field.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';

const ID = 'list-import';

type ChooseProps = { contactListId: number; errors?: Record<string, string> };

export function ListImportDialog({ contactListId, errors = {} }: ChooseProps) {
  const t = useT();
  return (
    <DialogForm
      id={ID}
      title={t('contactLists:import.title')}
      action={listPaths.upload(contactListId)}
      submitLabel={t('contacts:import.preview')}
      files
      errors={errors}
    >
      <FileDrop
        name="file"
        label={t('contacts:import.file')}
        hint={t('contactLists:import.fileHint')}
        accept=".xlsx,.xls,.csv,.vcf"
        required
      />
      <LinkButton icon="download" href={listPaths.example()} download="" className="self-start">
        {t('contactLists:example')}
      </LinkButton>
    </DialogForm>
  );
}

type PreviewProps = { view: ListImportView; lines: ImportLine[]; errors?: Record<string, string> };

const FIELDS = ['name', 'number', 'email'] as const;

export function ListImportPreview({ view, lines, errors = {} }: PreviewProps) {
  const t = useT();
  const { mapping, total } = view;
  const cell = (line: ImportLine, column: number | null) =>
    column === null ? '' : (line.cells[column] ?? '');
  return (
    <DialogForm
      id={ID}
      title={t('contacts:import.previewTitle')}
      action={listPaths.import(view.id)}
      submitLabel={t('contactLists:import.start', { count: total })}
      size="lg"
    >
      <p className="wrap-anywhere">{t('contacts:import.found', { file: view.fileName, count: total })}</p>
      <div className="grid gap-4 sm:grid-cols-3">
        {FIELDS.map((field) => (
          <Select
            key={field}
            name={field}
            label={t(`contactLists:import.column.${field}`)}
            defaultValue={mapping[field] ?? ''}
            options={columnOptions(t, view)}
            error={errors[field]}
            required={field === 'number'}
            hx-get={listPaths.previewImport(view.id)}
            hx-trigger="change"
            hx-target={`#${ID}`}
            hx-swap="outerMorph"
            hx-include="closest form"
          />
        ))}
      </div>
      <ul className="text-sm">
        {lines.map((line) => (
          <li key={line.line} className="border-base-300 border-b py-2">
            <p className="wrap-anywhere font-semibold">{cell(line, mapping.name) || '—'}</p>
            <p className="wrap-anywhere text-muted">
              {[cell(line, mapping.number), cell(line, mapping.email)].filter(Boolean).join(' · ') || '—'}
            </p>
          </li>
        ))}
      </ul>
      {total > lines.length ? (
        <p className="text-muted text-sm">{t('contacts:import.more', { count: total - lines.length })}</p>
      ) : null}
    </DialogForm>
  );
}

function columnOptions(t: Translate, { columns }: ListImportView) {
  const letter = (index: number) => String.fromCharCode(65 + index);
  return [
    { value: '', label: t('contactLists:import.noColumn') },
    ...columns.map((title, index) => ({
      value: index,
      label: title || t('contactLists:import.untitled', { letter: letter(index) }),
    })),
  ];
}

type ReportProps = { view: ListImportView; skipped: ImportLine[] };

export function ListImportReport(props: ReportProps) {
  return (
    <ImportReportDialog id={ID}>
      <ListImportProgress {...props} />
    </ImportReportDialog>
  );
}

export function ListImportProgress({ view, skipped }: ReportProps) {
  const t = useT();
  const bad = SKIPPED.reduce((sum, reason) => sum + view.skipped[reason], 0);
  return (
    <ImportCourse
      id="list-import-progress"
      href={`${listPaths.import(view.id)}?part=progress`}
      refresh="contactListImport"
      view={view}
    >
      <p className="font-semibold">{t('contactLists:import.created', { count: view.created })}</p>
      <ul className="text-sm">
        {SKIPPED.filter((reason) => view.skipped[reason] > 0).map((reason) => (
          <li key={reason}>
            {t(`contactLists:import.skipped.${reason}`)}: {view.skipped[reason]}
          </li>
        ))}
      </ul>
      <SkippedLines skipped={skipped} />
      {bad > skipped.length ? (
        <p className="text-muted text-sm">{t('contacts:import.more', { count: bad - skipped.length })}</p>
      ) : null}
      {bad > 0 ? (
        <Button
          icon="download"
          className="self-start"
          {...downloadsProven('skipped-csv', listPaths.skippedLines(view.id))}
        >
          {t('contactLists:import.downloadSkipped')}
        </Button>
      ) : null}
    </ImportCourse>
  );
}

function SkippedLines({ skipped }: { skipped: ImportLine[] }) {
  const t = useT();
  if (skipped.length === 0) return null;
  return (
    <ul className="text-sm" aria-label={t('contactLists:import.skippedTitle')}>
      {skipped.map((row) => (
        <li key={row.line} className="wrap-anywhere border-base-300 border-b py-1">
          <span className="text-muted">{t('contacts:import.line', { line: row.line })}</span>{' '}
          {row.cells.filter(Boolean).slice(0, 3).join(' · ')}{' '}
          <span className="text-muted">— {t(`contactLists:import.skipped.${row.outcome}`)}</span>
        </li>
      ))}
    </ul>
  );
}
