import { useT } from '@views/i18n.tsx';
import type { MessageView } from '@/modules/messages/messages.schema.ts';

/** Longest emoji sequence that people send (a family with skin tones); more is somebody's joke. */
const LONGEST_EMOJI = 32;

export function Reactions({ reactions }: { reactions: MessageView['reactions'] }) {
  const t = useT();
  if (reactions.length === 0) return null;
  const counts = new Map<string, number>();
  for (const { emoji } of reactions) {
    const text = emoji.slice(0, LONGEST_EMOJI);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return (
    <ul aria-label={t('messages:reactions')} className="mt-0.5 flex flex-wrap gap-1">
      {[...counts].map(([emoji, count]) => (
        <li key={emoji} className="rounded-full border border-base-300 bg-base-100 px-1.5 text-sm leading-5">
          {emoji}
          {count > 1 ? <span className="ml-0.5 text-muted text-xs">{count}</span> : null}
        </li>
      ))}
    </ul>
  );
}
