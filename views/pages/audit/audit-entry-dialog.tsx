import type { AuditLogEntryView } from '@/modules/audit/audit.views.ts';
import { useI18n } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type ChangedField, changedFields, settingLines, whatText } from './entry-text.ts';

type Props = { entry: AuditLogEntryView; ownCompanyId: number };

export function AuditEntryDialog({ entry, ownCompanyId }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const { at, person, address, device } = entry;
  const { what, on } = whatText(entry, t);
  const isOfAnother = person !== null && person.companyId !== ownCompanyId;
  const facts: [string, string][] = [
    [t('audit:on'), on],
    [t('audit:who'), person?.name ?? t('audit:system')],
    ['', isOfAnother ? t('audit:ofPlatform') : ''],
    [t('audit:when'), formatMoment(at, i18n)],
    [t('audit:where'), [device, address].filter(Boolean).join(' · ')],
  ];
  const lines = settingLines(entry, t);
  const fields = lines ? [] : changedFields(entry, i18n);
  return (
    <Dialog
      id="audit-entry"
      title={what}
      size="lg"
      footer={
        <Button variant="ghost" data-close="">
          {t('common:close')}
        </Button>
      }
    >
      <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1 text-sm">
        {facts
          .filter(([, text]) => text !== '')
          .map(([label, text]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="wrap-anywhere">{text}</dd>
            </div>
          ))}
      </dl>
      {lines?.map((line) => (
        <p key={line} className="wrap-anywhere mt-3 text-sm">
          {line}
        </p>
      ))}
      {fields.length > 0 ? <Fields fields={fields} /> : null}
    </Dialog>
  );
}

function Fields({ fields }: { fields: ChangedField[] }) {
  const { t } = useI18n();
  return (
    <ul className="mt-4 flex flex-col gap-3" aria-label={t('audit:changes')}>
      {fields.map(({ label, before, after }) => (
        <li key={label} className="border-base-300 border-t pt-2 text-sm">
          <p className="font-medium">{label}</p>
          <p className="wrap-anywhere whitespace-pre-wrap">
            {before ? <del className="text-muted">{before}</del> : null}
            {before && after ? ' → ' : ''}
            {after ? <ins className="no-underline">{after}</ins> : null}
            {before && !after ? <span className="text-muted"> → {t('audit:nothing')}</span> : null}
          </p>
        </li>
      ))}
    </ul>
  );
}
