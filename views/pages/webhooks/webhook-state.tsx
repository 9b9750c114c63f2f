import type { WebhookView } from '@/modules/webhooks/webhooks.views.ts';
import { type Translate, useT } from '../../i18n.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';

type State = 'on' | 'off' | 'failing' | 'pausedFailing' | 'pausedGone';

const TONES: Record<State, Tone> = {
  on: 'success',
  off: 'neutral',
  failing: 'warning',
  pausedFailing: 'error',
  pausedGone: 'error',
};

function stateOf({ isActive, pausedFor, failingSince }: WebhookView): State {
  if (!isActive) return 'off';
  if (pausedFor) return pausedFor === 'gone' ? 'pausedGone' : 'pausedFailing';
  return failingSince ? 'failing' : 'on';
}

export function WebhookState({ webhook }: { webhook: WebhookView }) {
  const t = useT();
  const state = stateOf(webhook);
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <Badge tone={TONES[state]}>{t(`webhooks:state.${state}`)}</Badge>
      {webhook.waiting > 0 ? (
        <Badge tone="info">{t('webhooks:waiting', { count: webhook.waiting })}</Badge>
      ) : null}
    </span>
  );
}

export const isOn = ({ isActive, pausedAt }: WebhookView) => isActive && pausedAt === null;

export function reasonText(
  t: Translate,
  { error, status }: { error: string; status: number | null },
): string {
  if (error === '') return status === null ? '' : String(status);
  return t(`webhooks:error.${error}`, { status: status ?? '' });
}
