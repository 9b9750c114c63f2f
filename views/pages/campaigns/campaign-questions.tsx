import type { CampaignView } from '@/modules/campaigns/campaigns.views.ts';
import type { StartPlan } from '@/modules/campaigns/start-plan.queries.ts';
import { campaignPaths } from '@/paths.ts';
import { useI18n, useT } from '../../i18n.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { formatMoment } from './moment.ts';

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

export function StartCampaignDialog({ plan }: { plan: StartPlan }) {
  const i18n = useI18n();
  const { t, locale, timeZone } = i18n;
  const { id, name, missing, people, listName, lineName, cap, sentToday, endsAt, confirmation } = plan;
  const title = t('campaigns:startNamed', { name });
  if (missing !== null)
    return (
      <Dialog id="campaign-start" title={title}>
        <p className="text-pretty">{t(`campaigns:start.missing.${missing}`, { list: listName })}</p>
      </Dialog>
    );
  const number = (value: number) => value.toLocaleString(locale);
  const facts = [
    ['people', t('campaigns:start.peopleOf', { count: people, people: number(people), list: listName })],
    ['line', lineName],
    ['limit', t('campaigns:start.limitOf', { cap: number(cap), sent: number(sentToday) })],
    ['end', endsAt ? formatMoment(endsAt, timeZone) : t('campaigns:start.noEnd')],
  ] as const;
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
      <dl className="mt-3 flex flex-col gap-2">
        {facts.map(([key, value]) => (
          <div key={key} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted text-sm">{t(`campaigns:start.${key}`)}</dt>
            <dd className="wrap-anywhere font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {confirmation ? (
        <p className="mt-3 text-pretty text-muted text-sm">{t('campaigns:start.asksFirst')}</p>
      ) : null}
    </ConfirmDialog>
  );
}
