import type { ActionView, HappeningView } from '@/modules/rules/rules.views.ts';
import { formatWholeUnits } from '@/schemas/duration.schema.ts';
import type { I18n } from '../../i18n.tsx';

type Sentence = { happening: HappeningView; actions: ActionView[] };

export function ruleText({ happening, actions }: Sentence, i18n: I18n): string {
  const then = actions.map((action) => actionText(action, i18n)).join(', ');
  return i18n.t('rules:sentence', { when: happeningText(happening, i18n), then });
}

export function goneParts({ happening, actions }: Sentence): number {
  const gone = actions.filter((action) => 'name' in action && action.name === null).length;
  return gone + Number(isGone(happening));
}

function isGone(happening: HappeningView): boolean {
  const { connectionId, connection, queueId, queue } = happening;
  return (
    (connectionId !== null && connection === null) ||
    (queueId !== null && queue === null) ||
    (happening.type === 'tag' && happening.tag === null)
  );
}

function happeningText(happening: HappeningView, i18n: I18n): string {
  const { t } = i18n;
  const { connectionId, connection, queueId, queue } = happening;
  const gone = t('rules:gone');
  return [
    whenText(happening, i18n),
    queueId === null ? '' : t('rules:within.queue', { name: queue ?? gone }),
    connectionId === null ? '' : t('rules:within.connection', { name: connection ?? gone }),
  ]
    .filter(Boolean)
    .join(' ');
}

function whenText(happening: HappeningView, { t, locale }: I18n): string {
  switch (happening.type) {
    case 'opened':
      return t('rules:when.opened');
    case 'words': {
      const words = happening.words.map((word) => t('rules:quoted', { word })).join(', ');
      return t('rules:when.words', { words });
    }
    case 'tag':
      return t('rules:when.tag', { name: happening.tag ?? t('rules:gone') });
    case 'waiting':
      return t('rules:when.waiting', { time: formatWholeUnits(happening.minutes, locale) });
  }
}

function actionText(action: ActionView, { t, locale }: I18n): string {
  switch (action.type) {
    case 'note':
      return t('rules:then.note');
    case 'snooze':
      return t('rules:then.snooze', { time: formatWholeUnits(action.minutes, locale) });
    case 'quickMessage':
      return t('rules:then.quickMessage', {
        name: action.name === null ? t('rules:gone') : `/${action.name}`,
      });
    default:
      return t(`rules:then.${action.type}`, { name: action.name ?? t('rules:gone') });
  }
}
