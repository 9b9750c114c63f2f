import { CAMPAIGN_STEPS } from '@/modules/campaigns/form/campaign-form.schema.ts';
import { campaignPaths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Dialog, DialogForm } from '../../ui/dialog.tsx';
import { StepButtons, Steps } from '../../ui/steps.tsx';
import { MessageStep } from './campaign-message.tsx';
import { PeopleStep } from './campaign-people.tsx';
import type { CampaignDialogProps } from './campaign-step.ts';
import { WhenStep } from './campaign-when.tsx';
import { PlanPanel } from './plan-panel.tsx';

const NOTES = { textsAndFiles: 'textsAndFiles', texts: 'onlyTexts', nothing: 'readOnly' } as const;

export function CampaignDialog(props: CampaignDialogProps) {
  const t = useT();
  const { campaignId, may, stoppedFor } = props;
  const title = campaignId === null ? 'addTitle' : may === 'nothing' ? 'viewTitle' : 'editTitle';
  const frame = { id: 'campaign-dialog', title: t(`campaigns:${title}`), size: 'lg' } as const;
  const fields = (
    <>
      {may === 'everything' ? null : (
        <p role="note" className="notice tone-info">
          {t(`campaigns:${NOTES[may]}`)}
        </p>
      )}
      {stoppedFor === 'file_list_deleted' ? (
        <p role="note" className="notice tone-warning">
          {t('campaigns:stopped.file_list_deleted')}
        </p>
      ) : null}
      <CampaignSteps {...props} />
    </>
  );
  if (may === 'nothing') return <Dialog {...frame}>{fields}</Dialog>;
  return (
    <DialogForm
      {...frame}
      action={campaignId === null ? campaignPaths.list() : campaignPaths.one(campaignId)}
      method={campaignId === null ? 'post' : 'put'}
      files
      buttons={<StepButtons savesAtEnd={campaignId === null} submit={<SaveLabel />} />}
    >
      {fields}
    </DialogForm>
  );
}

function SaveLabel() {
  const t = useT();
  return (
    <>
      <span className="campaign-saves">{t('common:save')}</span>
      <span className="campaign-starts">{t('campaigns:saveAndStart')}</span>
    </>
  );
}

const FIELDS_OF_STEP = {
  people: ['name', 'contactListId', 'tagListId'],
  message: ['message', 'confirmationMessage', 'file', 'fileListId'],
  when: ['whatsappId', 'day', 'time'],
  summary: [],
} as const;

function CampaignSteps(props: CampaignDialogProps) {
  const t = useT();
  const { may, values, plan, isAhead, errors = {} } = props;
  const wrong = Object.keys(errors).map((name) => name.replace(/\d$/, ''));
  const steps = CAMPAIGN_STEPS.filter((key) => isAhead || key !== 'summary').map((key) => ({
    ...{ key, label: t(`campaigns:steps.${key}`) },
    isWrong: FIELDS_OF_STEP[key].some((name) => wrong.includes(name)),
  }));
  const isFixed = may !== 'everything';
  return (
    <Steps label={t('campaigns:steps.title')} steps={steps} open={values.step ?? 'people'}>
      <PeopleStep {...props} isFixed={isFixed} />
      <MessageStep {...props} isFixed={isFixed} />
      <WhenStep {...props} isFixed={isFixed} />
      <PlanPanel plan={plan} isAhead={isAhead} />
    </Steps>
  );
}
