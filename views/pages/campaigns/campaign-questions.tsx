import type { CampaignView } from '@/modules/campaigns/campaigns.views.ts';
import type { StartQuestion } from '@/modules/campaigns/form/planned-form.queries.ts';
import { campaignPaths } from '@/paths.ts';
import { useI18n, useT } from '../../i18n.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { Facts, Sentence } from './plan-panel.tsx';

type Question = { campaign: Pick<CampaignView, 'id' | 'name'> };

export function DeleteCampaignDialog({ campaign: { id, name } }: Question) {
  const t = useT();
  return (
    <ConfirmDialog
      id="campaign-delete"
      title={t('campaigns:delete', { name })}
      what={name}
      action={campaignPaths.one(id)}
    />
  );
}

export function StopCampaignDialog({ campaign: { id, name } }: Question) {
  const t = useT();
  return (
    <ConfirmDialog
      id="campaign-stop"
      title={t('campaigns:stopNamed', { name })}
      what={name}
      text={t('campaigns:cancelText')}
      action={campaignPaths.cancel(id)}
      method="post"
      submitLabel={t('campaigns:stop')}
    />
  );
}

export function StartCampaignDialog({ id, name, plan }: StartQuestion) {
  const { t, locale } = useI18n();
  const { missing, audience, line, confirmation } = plan;
  const title = t('campaigns:startNamed', { name });
  if (missing !== null || !audience || !line)
    return (
      <Dialog id="campaign-start" title={title}>
        <p className="text-pretty">
          {t(`campaigns:start.missing.${missing ?? 'list'}`, { list: audience?.name ?? '' })}
        </p>
      </Dialog>
    );
  const number = (value: number) => value.toLocaleString(locale);
  const { people: count, name: list } = audience;
  return (
    <ConfirmDialog
      id="campaign-start"
      title={title}
      what={name}
      text={t('campaigns:start.text')}
      action={campaignPaths.start(id)}
      method="post"
      size="md"
      submitLabel={t('campaigns:startNow')}
      submitVariant="primary"
    >
      <div className="mt-3 flex flex-col gap-3">
        <Sentence plan={plan} />
        <Facts
          facts={[
            ['people', t('campaigns:start.peopleOf', { count, people: number(count), list })],
            ['limit', t('campaigns:start.limitOf', { cap: number(line.cap), sent: number(line.sentToday) })],
          ]}
        />
        {confirmation ? (
          <p className="text-pretty text-muted text-sm">{t('campaigns:start.asksFirst')}</p>
        ) : null}
      </div>
    </ConfirmDialog>
  );
}
