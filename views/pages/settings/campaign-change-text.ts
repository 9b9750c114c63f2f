import type {
  AnswerSettings,
  CampaignVariable,
  OptOutSettings,
} from '@/modules/campaigns/settings/campaign-settings.schema.ts';
import type { SendingLimit } from '@/modules/campaigns/settings/sending-limits.schema.ts';
import type { CampaignChangeKey } from '@/modules/settings/settings.schema.ts';
import type { Translate } from '../../i18n.tsx';
import { messagesText, secondsText } from '../campaigns/interval-text.ts';

type Limit = Omit<SendingLimit, 'connectionId'> & { name: string };
type ChangeText = { what: string; details: string[] };

export const isCampaignChange = (key: string): key is CampaignChangeKey => key.startsWith('campaign.');

export function campaignChangeText(
  key: CampaignChangeKey,
  before: string,
  after: string,
  t: Translate,
): ChangeText {
  switch (key) {
    case 'campaign.messageInterval':
    case 'campaign.greaterInterval':
      return interval(key, before, after, t, secondsText);
    case 'campaign.longerIntervalAfter':
      return interval(key, before, after, t, messagesText);
    case 'campaign.variables': {
      const [was, is] = [variablesIn(before), variablesIn(after)];
      const keys = [...new Set([...was.keys(), ...is.keys()])];
      const lines = keys.map((name) => [name, was.get(name) ?? '', is.get(name) ?? ''] as const);
      return { what: t('campaignSettings:variables.title'), details: changed(lines, t) };
    }
    case 'campaign.optOut':
      return { what: t('campaignSettings:optOut.title'), details: changed(optOutLines(before, after, t), t) };
    case 'campaign.answers':
      return {
        what: t('campaignSettings:answers.title'),
        details: changed(answerLines(before, after, t), t),
      };
    case 'campaign.limit': {
      const [was, is] = [JSON.parse(before) as Limit, JSON.parse(after) as Limit];
      const what = `${t('campaignSettings:limits.title')}: ${is.name}`;
      return { what, details: changed(limitLines(was, is, t), t) };
    }
  }
}

type Line = readonly [label: string, before: string, after: string];

function changed(lines: readonly Line[], t: Translate): string[] {
  const shown = (text: string) => text || t('settings:history.nothing');
  return lines
    .filter(([, was, is]) => was !== is)
    .map(([label, was, is]) => `${label}: ${shown(was)} → ${shown(is)}`);
}

function interval(
  key: CampaignChangeKey,
  before: string,
  after: string,
  t: Translate,
  text: (t: Translate, n: number) => string,
): ChangeText {
  const name = key.slice('campaign.'.length);
  const details = [`${text(t, Number(before))} → ${text(t, Number(after))}`];
  return { what: t(`campaignSettings:pacing.${name}`), details };
}

function variablesIn(text: string): Map<string, string> {
  return new Map((JSON.parse(text) as CampaignVariable[]).map(({ key, value }) => [key, value]));
}

function optOutLines(before: string, after: string, t: Translate): Line[] {
  const [was, is] = [JSON.parse(before) as OptOutSettings, JSON.parse(after) as OptOutSettings];
  return [
    [t('campaignSettings:optOut.keywords'), was.keywords.join(', '), is.keywords.join(', ')],
    [t('campaignSettings:optOut.reply'), was.reply, is.reply],
  ];
}

function answerLines(before: string, after: string, t: Translate): Line[] {
  const [was, is] = [JSON.parse(before) as AnswerSettings, JSON.parse(after) as AnswerSettings];
  return (['yes', 'no'] as const).map((name) => [
    t(`campaignSettings:answers.${name}`),
    was[name].join(', '),
    is[name].join(', '),
  ]);
}

function limitLines(was: Limit, is: Limit, t: Translate): Line[] {
  const perDay = ({ dailyCap }: Limit) => t('campaignSettings:limits.perDay', { count: dailyCap });
  const warmUp = ({ warmsUp }: Limit) => t(`campaignSettings:limits.${warmsUp ? 'warms' : 'atOnce'}`);
  const quiet = ({ quietFrom, quietTo }: Limit) => (quietFrom === '' ? '' : `${quietFrom}–${quietTo}`);
  return [
    [t('campaignSettings:limits.dailyCap'), perDay(was), perDay(is)],
    [t('campaignSettings:limits.warmUp'), warmUp(was), warmUp(is)],
    [t('campaignSettings:limits.quiet'), quiet(was), quiet(is)],
  ];
}
