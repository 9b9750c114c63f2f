import { useT } from '@views/i18n.tsx';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { shownEmoji } from './message-shape.ts';

type Props = {
  message: MessageView;
  onReact: (message: MessageView, emoji: string) => void;
};

export function Reactions({ message, onReact }: Props) {
  const t = useT();
  const groups = new Map<string, { count: number; isOwn: boolean }>();
  for (const { emoji, fromMe } of message.reactions) {
    const text = shownEmoji(emoji);
    const { count = 0, isOwn = false } = groups.get(text) ?? {};
    groups.set(text, { count: count + 1, isOwn: isOwn || fromMe });
  }
  return (
    <ReactionList
      reactions={[...groups].map(([emoji, { count, isOwn }]) => ({
        ...{ emoji, count, isOwn },
        title: t(isOwn ? 'messages:takeReactionBack' : 'messages:reactWith', { emoji }),
        onPress: () => onReact(message, isOwn ? '' : emoji),
      }))}
    />
  );
}

type Reaction = { emoji: string; count: number; title: string; isOwn?: boolean; onPress: () => void };

export function ReactionList({ reactions }: { reactions: Reaction[] }) {
  const t = useT();
  return (
    <ul aria-label={t('messages:reactions')} className="reactions">
      {reactions.map(({ emoji, count, title, isOwn, onPress }) => (
        <li key={emoji}>
          <button type="button" aria-pressed={isOwn} title={title} onClick={onPress} className="reaction">
            {emoji}
            {count > 1 ? <span className="ml-0.5 text-muted text-xs">{count}</span> : null}
          </button>
        </li>
      ))}
    </ul>
  );
}
