import { useT } from '@views/i18n.tsx';
import { IconButton } from '@views/ui/button.tsx';
import { Icon } from '@views/ui/icons/icon.tsx';
import type { QuickMessageView } from '@/modules/quick-messages/quick-messages.views.ts';

type Props = { quick: QuickMessageView; onRemove: () => void };

export function QuickFile({ quick, onRemove }: Props) {
  const t = useT();
  const name = quick.mediaName ?? quick.shortcode;
  const isPicture = /\.(png|jpe?g|webp|gif)$/i.test(name);
  return (
    <div data-quick-file="" className="m-2 flex items-center gap-3 rounded-lg bg-base-200 p-2">
      {isPicture && quick.mediaPath ? (
        <img src={quick.mediaPath} alt="" className="size-12 shrink-0 rounded object-cover" />
      ) : (
        <span className="flex size-12 shrink-0 items-center justify-center rounded bg-base-content/8 text-muted">
          <Icon name="file-text" size={24} />
        </span>
      )}
      <span className="min-w-0 grow truncate font-medium text-sm">{name}</span>
      <IconButton icon="x" size="sm" label={t('messages:removeFile', { name })} onClick={onRemove} />
    </div>
  );
}
