import type { ScheduleView } from '@/modules/schedules/schedules.views.ts';
import type { Translate } from '../../i18n.tsx';
import type { Tone } from '../../ui/badge.tsx';

export function scheduleTitle({ status }: Pick<ScheduleView, 'status'>, t: Translate): string {
  return status === 'ERRO'
    ? t('schedules:failed')
    : t('schedules:message', { status: t(`schedules:status.${status}`) });
}

export const TONES: Record<ScheduleView['status'], Tone> = {
  PENDENTE: 'info',
  AGENDADA: 'warning',
  ENVIADA: 'success',
  ERRO: 'error',
};
