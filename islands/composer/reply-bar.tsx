import { useT } from '@views/i18n.tsx';
import { SHORTCUTS } from '@views/parts/tickets/shortcuts.ts';
import { IconButton } from '@views/ui/button.tsx';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { QuoteText } from '../conversation/message/quote-block.tsx';
import { replyTarget } from '../workspace/reply.ts';

export function ReplyBar({ message, onClose }: { message: MessageView; onClose: () => void }) {
  const t = useT();
  return (
    <div data-reply-bar="" className="flex items-center gap-2 px-2 pt-2">
      <div className="min-w-0 grow overflow-hidden rounded-md border-secondary border-l-4 bg-base-200 px-2 py-1">
        <QuoteText quoted={message} />
      </div>
      <IconButton
        icon="x"
        size="sm"
        label={t('messages:cancelReply')}
        keys={SHORTCUTS.leave[0]}
        onClick={() => {
          replyTarget.set(null);
          onClose();
        }}
      />
    </div>
  );
}
