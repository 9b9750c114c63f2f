import { useI18n } from '@views/i18n.tsx';
import { fileSize } from '@views/parts/messages/dates.ts';
import { IconButton } from '@views/ui/button.tsx';
import { Icon } from '@views/ui/icon.tsx';
import { blobAddress, mediaTypeOf } from '../conversation/local-message.ts';
import type { Attachment } from './attachments.ts';

type Props = {
  attachments: Attachment[];
  onCaption: (clientId: string, caption: string) => void;
  onRemove: (clientId: string) => void;
  onEnter: () => void;
};

export function AttachmentTray({ attachments, onCaption, onRemove, onEnter }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <ul aria-label={t('messages:attachments')} className="flex max-h-64 flex-col gap-2 overflow-y-auto p-2">
      {attachments.map(({ clientId, file, caption }) => (
        <li key={clientId} data-attachment="" className="flex items-center gap-3 rounded-lg bg-base-200 p-2">
          <Thumbnail file={file} />
          <span className="min-w-0 grow">
            <span className="flex items-baseline gap-2 text-sm">
              <span className="truncate font-medium">{file.name}</span>
              <span className="shrink-0 text-muted text-xs">{fileSize(file.size, i18n)}</span>
            </span>
            {mediaTypeOf(file.type) === 'audio' ? null : (
              <input
                type="text"
                className="input input-sm mt-1 w-full"
                placeholder={t('messages:caption')}
                aria-label={t('messages:captionOf', { name: file.name })}
                value={caption}
                onChange={(event) => onCaption(clientId, event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                  event.preventDefault();
                  onEnter();
                }}
              />
            )}
          </span>
          <IconButton
            icon="x"
            size="sm"
            label={t('messages:removeFile', { name: file.name })}
            onClick={() => onRemove(clientId)}
          />
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ file }: { file: File }) {
  const kind = mediaTypeOf(file.type);
  if (kind === 'image') {
    return <img src={blobAddress(file)} alt="" className="size-12 shrink-0 rounded object-cover" />;
  }
  const icon = kind === 'video' ? 'video' : kind === 'audio' ? 'mic' : 'file-text';
  return (
    <span className="flex size-12 shrink-0 items-center justify-center rounded bg-base-content/8 text-muted">
      <Icon name={icon} size={24} />
    </span>
  );
}
