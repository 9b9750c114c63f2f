import { MAX_NAME } from '@/modules/contact-lists/contact-lists.schema.ts';
import { campaignPaths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Dialog, DialogForm } from '../../ui/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';

type UnansweredDialogProps = {
  campaign: { id: number; name: string };
  count: number;
  listName: string;
  errors?: Record<string, string>;
};

export function UnansweredDialog({ campaign, count, listName, errors = {} }: UnansweredDialogProps) {
  const t = useT();
  const frame = {
    id: 'campaign-unanswered',
    title: t('campaigns:unanswered.title', { name: campaign.name }),
  };
  if (count === 0)
    return (
      <Dialog {...frame} size="sm">
        <p className="text-pretty">{t('campaigns:unanswered.none')}</p>
      </Dialog>
    );
  return (
    <DialogForm
      {...frame}
      action={campaignPaths.unanswered(campaign.id)}
      submitLabel={t('campaigns:unanswered.submit')}
      errors={errors}
    >
      <p className="text-pretty">{t('campaigns:unanswered.text', { count })}</p>
      <Field
        name="name"
        label={t('common:name')}
        defaultValue={listName}
        maxLength={MAX_NAME}
        autoFocus
        required
      />
    </DialogForm>
  );
}
