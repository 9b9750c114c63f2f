import { useT } from '@views/i18n.tsx';
import type { MessageView } from '@/modules/messages/messages.views.ts';

/** A family with skin tones, the longest usual sequence; a longer one is cut. */
const LONGEST_EMOJI = 32;

type Props = {
  message: MessageView;
  onReact: (message: MessageView, emoji: string) => void;
};

export function Reactions({ message, onReact }: Props) {
  const t = useT();
  const groups = new Map<string, { count: number; isOwn: boolean }>();
  for (const { emoji, fromMe } of message.reactions) {
    const text = emoji.slice(0, LONGEST_EMOJI);
    const { count = 0, isOwn = false } = groups.get(text) ?? {};
    groups.set(text, { count: count + 1, isOwn: isOwn || fromMe });
  }
  return (
    <ul aria-label={t('messages:reactions')} className="reactions">
      {[...groups].map(([emoji, { count, isOwn }]) => (
        <li key={emoji}>
          <button
            type="button"
            aria-pressed={isOwn}
            title={t(isOwn ? 'messages:takeReactionBack' : 'messages:reactWith', { emoji })}
            onClick={() => onReact(message, isOwn ? '' : emoji)}
            className="reaction"
          >
            {emoji}
            {count > 1 ? <span className="ml-0.5 text-muted text-xs">{count}</span> : null}
          </button>
        </li>
      ))}
    </ul>
  );
}
