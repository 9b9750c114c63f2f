import type { CampaignView } from '@/modules/campaigns/campaigns.views.ts';
import { campaignPaths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';

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

export function StartCampaignDialog({ campaign: { id, name } }: Question) {
  const t = useT();
  return (
    <ConfirmDialog
      id="campaign-start"
      title={t('campaigns:startNamed', { name })}
      what={name}
      text={t('campaigns:start.text')}
      action={campaignPaths.start(id)}
      method="post"
      submitLabel={t('campaigns:startNow')}
      submitVariant="primary"
    />
  );
}
