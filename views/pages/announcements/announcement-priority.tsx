import type { AnnouncementView } from '@/modules/announcements/announcements.views.ts';
import { useT } from '../../i18n.tsx';
import { Badge } from '../../ui/badge.tsx';

const TONES = { 1: 'error', 2: 'warning', 3: 'neutral' } as const;

export function AnnouncementPriority({ priority }: Pick<AnnouncementView, 'priority'>) {
  const t = useT();
  return <Badge tone={TONES[priority]}>{t(`announcements:priorities.${priority}`)}</Badge>;
}
