import { announcementPaths } from '@/modules/announcements/announcement-paths.schema.ts';
import {
  IMAGE_ENDINGS,
  MAX_ANNOUNCEMENT_TITLE,
  PRIORITIES,
} from '@/modules/announcements/announcements.schema.ts';
import type { AnnouncementView } from '@/modules/announcements/announcements.views.ts';
import type { CompanyNameView } from '@/modules/companies/companies.views.ts';
import { useT } from '../../i18n.tsx';
import { CompanyChecklist } from '../../parts/companies/company-checklist.tsx';
import { ConfirmDialog, DialogForm } from '../../ui/dialog.tsx';
import { Field, FieldError, Select, TextArea } from '../../ui/fields/field.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { ClientId } from '../../ui/fields/form-key.tsx';
import { Switch } from '../../ui/fields/switch.tsx';

export type AnnouncementValues = {
  title: string;
  text: string;
  priority: string;
  status: boolean;
  forAll: boolean;
  companies: string[];
};

type AnnouncementDialogProps = {
  known: AnnouncementView | null;
  values: AnnouncementValues;
  companies: CompanyNameView[];
  errors?: Record<string, string>;
};

export function AnnouncementDialog({ known, values, companies, errors = {} }: AnnouncementDialogProps) {
  const t = useT();
  const hint = known?.mediaName ? t('announcements:imageNow', { name: known.mediaName }) : undefined;
  return (
    <DialogForm
      id="announcement-dialog"
      title={t(known ? 'announcements:editTitle' : 'announcements:addTitle')}
      action={known ? announcementPaths.one(known.id) : announcementPaths.list()}
      method={known ? 'put' : 'post'}
      files
      values={values}
      errors={errors}
    >
      {known ? null : <ClientId />}
      <Field
        name="title"
        label={t('announcements:name')}
        maxLength={MAX_ANNOUNCEMENT_TITLE}
        autoFocus
        required
      />
      <TextArea name="text" label={t('announcements:text')} rows={6} required />
      <Select
        name="priority"
        label={t('announcements:priority')}
        options={PRIORITIES.map((value) => ({ value, label: t(`announcements:priorities.${value}`) }))}
      />
      <FileDrop name="file" label={t('announcements:image')} hint={hint} accept={IMAGE_ENDINGS} />
      {known?.mediaPath ? <Switch name="removeMedia" label={t('announcements:removeImage')} /> : null}
      <div className="group">
        <Switch name="forAll" label={t('announcements:forAll')} hint={t('announcements:forAllHint')} />
        <div className="group-has-[[role=switch]:checked]:hidden">
          <CompanyChecklist name="companies" companies={companies} selected={values.companies} />
          <FieldError id="announcement-companies-error" text={errors.companies} />
        </div>
      </div>
      <Switch name="status" label={t('announcements:active')} hint={t('announcements:activeHint')} />
    </DialogForm>
  );
}

export function DeleteAnnouncementDialog({ announcement }: { announcement: AnnouncementView }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="announcement-delete"
      title={t('announcements:delete', { name: announcement.title })}
      what={announcement.title}
      action={announcementPaths.one(announcement.id)}
    />
  );
}
