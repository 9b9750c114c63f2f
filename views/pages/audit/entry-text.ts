import { AUDIT_FIELDS } from '@/modules/audit/audit.schema.ts';
import type { AuditLogEntryView } from '@/modules/audit/audit.views.ts';
import type { I18n, Translate } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { changeText } from '../settings/change-text.ts';

type EntryFacts = Pick<AuditLogEntryView, 'action' | 'subject' | 'before' | 'after'>;
export type ChangedField = { label: string; before: string; after: string };

export function whatText(
  { action, subject, ...entry }: EntryFacts,
  t: Translate,
): { what: string; on: string } {
  const what = t(`audit:action.${action}`);
  if (!isSetting(action)) return { what, on: subject.name || subject.id };
  return { what, on: settingText({ action, subject, ...entry }, t).what };
}

export function settingLines(entry: EntryFacts, t: Translate): string[] | undefined {
  return isSetting(entry.action) ? settingText(entry, t).details : undefined;
}

export function changedFields({ before, after }: EntryFacts, i18n: I18n): ChangedField[] {
  return Object.keys({ ...before, ...after }).map((name) => ({
    label: AUDIT_FIELDS.includes(name) ? i18n.t(`audit:field.${name}`) : name,
    before: valueText(before?.[name], i18n),
    after: valueText(after?.[name], i18n),
  }));
}

const isSetting = (action: string) => action === 'setting.changed' || action === 'platform.changed';

function settingText({ subject, before, after }: EntryFacts, t: Translate) {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return changeText({ key: subject.id, before: text(before?.value), after: text(after?.value) }, t);
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function valueText(value: unknown, i18n: I18n): string {
  if (value === undefined || value === null || value === '') return '';
  if (value === true) return i18n.t('audit:yes');
  if (value === false) return i18n.t('audit:no');
  if (typeof value === 'string') return ISO.test(value) ? formatMoment(value, i18n) : value;
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ');
  return typeof value === 'number' ? String(value) : JSON.stringify(value, null, 1);
}
