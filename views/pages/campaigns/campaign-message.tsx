import { CAMPAIGN_TEXTS } from '@/modules/campaigns/campaigns.schema.ts';
import { CampaignPhone } from '../../../islands/office/campaign-phone/campaign-phone.tsx';
import { useT } from '../../i18n.tsx';
import { Island } from '../../island.tsx';
import { FieldError, Select } from '../../ui/fields/field.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { Panes } from '../../ui/panes.tsx';
import { replans, type StepProps } from './campaign-step.ts';
import { CampaignText } from './campaign-text.tsx';
import { pictureOf } from './plan-panel.tsx';

/** The picture stays in sight in the summary. */
export function MessageStep(props: StepProps) {
  const t = useT();
  const { campaignId, may, values, media, choices, plan, isFixed, errors = {} } = props;
  const isPicture = media !== null && /\.(png|jpe?g|gif|webp)$/i.test(media.name);
  return (
    <div data-step="2 4" className="campaign-message">
      <div data-step="2" className="campaign-step">
        <fieldset className="contents" disabled={isFixed} {...replans(campaignId)}>
          <Switch
            name="confirmation"
            label={t('campaigns:confirmation')}
            hint={t('campaigns:confirmationHint')}
            defaultChecked={values.confirmation === 'true'}
          />
        </fieldset>
        <fieldset className="contents" disabled={may === 'nothing'}>
          <Texts {...props} />
        </fieldset>
        <MediaField {...props} />
        <fieldset
          className="contents"
          disabled={isFixed && may !== 'textsAndFiles'}
          {...(!isFixed && replans(campaignId))}
        >
          <Select
            name="fileListId"
            label={t('campaigns:fileList')}
            hint={t('campaigns:fileListHint')}
            options={[{ value: '', label: t('campaigns:none') }, ...choices.fileLists]}
            defaultValue={values.fileListId}
            error={errors.fileListId}
          />
        </fieldset>
      </div>
      <Island
        of={CampaignPhone}
        name="campaign-phone"
        className="campaign-picture"
        namespaces={['campaigns', 'variables']}
        props={{
          own: choices.variables,
          picture: pictureOf(plan),
          media: media && { name: media.name, href: isPicture ? media.href : null },
          first: {
            text: values.message1 ?? '',
            question: values.confirmation === 'true' ? (values.confirmationMessage1 ?? '') : '',
          },
        }}
      />
    </div>
  );
}

function Texts({ values, choices, errors = {} }: StepProps) {
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
      <p className="field-hint">{t('campaigns:messageHint')}</p>
      <Panes label={t('campaigns:texts')} panes={panes} />
      <template
        data-own={JSON.stringify(choices.variables.map(({ key }) => key))}
        data-refusal={t('validation:unknownVariable', { variable: '*' })}
      >
        <FieldError id="" text="*" />
      </template>
    </div>
  );
}

function MediaField({ may, media, errors = {} }: StepProps) {
  const t = useT();
  const now = media ? t('campaigns:mediaNow', { name: media.name }) : undefined;
  if (may === 'texts' || may === 'nothing') return now ? <p className="field-hint">{now}</p> : null;
  return (
    <>
      <FileDrop name="file" label={t('campaigns:media')} error={errors.file} hint={now} />
      {media ? <Switch name="removeMedia" label={t('campaigns:removeMedia')} /> : null}
    </>
  );
}
