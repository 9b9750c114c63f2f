import { CAMPAIGN_TEXTS, MAX_CAMPAIGN_NAME } from '@/modules/campaigns/campaigns.schema.ts';
import { campaignPaths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Dialog, DialogForm } from '../../ui/dialog.tsx';
import { Field, type Option, Select } from '../../ui/fields/field.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { Panes } from '../../ui/panes.tsx';
import { CampaignText } from './campaign-text.tsx';

export type CampaignChoices = {
  contactLists: Option[];
  tags: Option[];
  connections: Option[];
  fileLists: Option[];
  variables: { key: string; value: string }[];
};

export type CampaignDialogProps = {
  campaignId: number | null;
  may: 'everything' | 'texts' | 'nothing';
  values: Record<string, string>;
  mediaName: string | null;
  choices: CampaignChoices;
  errors?: Record<string, string>;
};

export function CampaignDialog(props: CampaignDialogProps) {
  const t = useT();
  const { campaignId, may, values, errors = {} } = props;
  const title = campaignId === null ? 'addTitle' : may === 'nothing' ? 'viewTitle' : 'editTitle';
  const frame = { id: 'campaign-dialog', title: t(`campaigns:${title}`), size: 'lg' } as const;
  const fields = (
    <>
      {may === 'everything' ? null : (
        <p role="note" className="notice tone-info">
          {t(may === 'texts' ? 'campaigns:onlyTexts' : 'campaigns:readOnly')}
        </p>
      )}
      <Field
        name="name"
        label={t('campaigns:name')}
        defaultValue={values.name}
        error={errors.name}
        maxLength={MAX_CAMPAIGN_NAME}
        readOnly={may === 'nothing'}
        autoFocus
        required
      />
      <fieldset className="campaign-choices" disabled={may !== 'everything'}>
        <Choices {...props} />
      </fieldset>
      <fieldset className="contents" disabled={may === 'nothing'}>
        <Texts {...props} />
      </fieldset>
      <MediaField {...props} />
    </>
  );
  if (may === 'nothing') return <Dialog {...frame}>{fields}</Dialog>;
  return (
    <DialogForm
      {...frame}
      action={campaignId === null ? campaignPaths.list() : campaignPaths.one(campaignId)}
      method={campaignId === null ? 'post' : 'put'}
      files
    >
      {fields}
    </DialogForm>
  );
}

function Choices({ values, choices, errors = {} }: CampaignDialogProps) {
  const t = useT();
  const select = (name: string, label: string, options: Option[], hint?: string) => (
    <Select
      name={name}
      label={t(label)}
      hint={hint}
      options={[{ value: '', label: t('campaigns:none') }, ...options]}
      defaultValue={values[name]}
      error={errors[name]}
    />
  );
  return (
    <>
      {select('contactListId', 'campaigns:contactList', choices.contactLists, t('campaigns:recipientsHint'))}
      {select('tagListId', 'campaigns:tags', choices.tags)}
      {select('whatsappId', 'campaigns:connection', choices.connections)}
      {select('fileListId', 'campaigns:fileList', choices.fileLists, t('campaigns:fileListHint'))}
      <When values={values} errors={errors} />
      <Switch
        name="confirmation"
        label={t('campaigns:confirmation')}
        hint={t('campaigns:confirmationHint')}
        defaultChecked={values.confirmation === 'true'}
      />
    </>
  );
}

function When({ values, errors = {} }: Pick<CampaignDialogProps, 'values' | 'errors'>) {
  const t = useT();
  return (
    <div className="campaign-when" data-field="">
      <Field name="day" type="date" label={t('campaigns:day')} defaultValue={values.day} error={errors.day} />
      <Field
        name="time"
        label={t('campaigns:time')}
        defaultValue={values.time}
        error={errors.time}
        inputMode="numeric"
        maxLength={5}
        placeholder="--:--"
        data-time=""
      />
      <p className="field-hint col-span-2">{t('campaigns:whenHint')}</p>
    </div>
  );
}

function Texts({ values, choices, errors = {} }: CampaignDialogProps) {
  const t = useT();
  const panes = CAMPAIGN_TEXTS.map((number) => {
    const names = [`message${number}`, `confirmationMessage${number}`];
    return {
      key: `msg${number}`,
      label: t('campaigns:msg', { number }),
      isWrong: names.some((name) => errors[name]),
      content: (
        <CampaignText
          number={number}
          message={values[`message${number}`] ?? ''}
          question={values[`confirmationMessage${number}`] ?? ''}
          errors={errors}
          variables={choices.variables}
        />
      ),
    };
  });
  return (
    <div className="field">
      <Panes label={t('campaigns:texts')} panes={panes} />
      <p className="field-hint">{t('campaigns:messageHint')}</p>
    </div>
  );
}

function MediaField({ may, mediaName, errors = {} }: CampaignDialogProps) {
  const t = useT();
  const now = mediaName ? t('campaigns:mediaNow', { name: mediaName }) : undefined;
  if (may !== 'everything') return now ? <p className="field-hint">{now}</p> : null;
  return (
    <>
      <FileDrop name="file" label={t('campaigns:media')} error={errors.file} hint={now} />
      {mediaName ? <Switch name="removeMedia" label={t('campaigns:removeMedia')} /> : null}
    </>
  );
}
