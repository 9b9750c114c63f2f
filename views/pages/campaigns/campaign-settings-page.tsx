import type { CampaignSettingsView } from '@/modules/campaigns/settings/campaign-settings.views.ts';
import type { ConnectionLimit } from '@/modules/campaigns/settings/sending-limits.queries.ts';
import { campaignPaths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { LivePart } from '../../ui/live-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AnswersForm } from './answers-form.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import { OptOutForm } from './opt-out-form.tsx';
import { PacingForm } from './pacing-form.tsx';

type CampaignSettingsPageProps = { settings: CampaignSettingsView; limits: ConnectionLimit[] };

export function CampaignSettingsPage({ settings, limits }: CampaignSettingsPageProps) {
  const t = useT();
  const { optOut, answers, ...pacing } = settings;
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader title={t('campaignSettings:title')}>
        <LinkButton icon="ban" href={campaignPaths.optOuts()}>
          {t('campaignSettings:optOut.list')}
        </LinkButton>
      </PageHeader>
      <LivePart id="campaign-settings-live" href={campaignPaths.settings()} refreshOn="campaignSettings">
        <PacingForm values={pacing} />
        <AnswersForm values={{ yes: answers.yes.join(', '), no: answers.no.join(', ') }} />
        <OptOutForm values={{ keywords: optOut.keywords.join(', '), reply: optOut.reply }} />
      </LivePart>
      <LimitsPanel limits={limits} />
    </div>
  );
}
