import { useI18n } from '@views/i18n.tsx';
import { splitName } from '@views/parts/messages/message-shape.ts';
import { IconButton } from '@views/ui/button.tsx';
import { Icon, type IconName } from '@views/ui/icons/icon.tsx';
import { useLayoutEffect, useRef, useState } from 'react';
import { mediaTypeOf } from '@/modules/messages/write/media-type.schema.ts';
import { formatBytes } from '@/schemas/bytes.schema.ts';
import { blobAddress } from '../../conversation/message/local-message.ts';
import { isComposing } from '../../keys/composing.ts';
import type { Attachment } from './attachments.ts';

type Props = {
  attachments: Attachment[];
  isFocused: boolean;
  onCaption: (clientId: string, caption: string) => void;
  onRemove: (clientId: string) => void;
  onEnter: () => void;
};

export function AttachmentTray({ attachments, isFocused, onCaption, onRemove, onEnter }: Props) {
  const { t } = useI18n();
  const [chosen, setChosen] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const shown = attachments.find(({ clientId }) => clientId === chosen) ?? attachments[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: when files come
  useLayoutEffect(() => {
    if (isFocused) field.current?.focus();
  }, [attachments.length]);
  if (!shown) return null;
  const { clientId, file, caption } = shown;
  return (
    <section aria-label={t('messages:attachments')} className="flex flex-col gap-2 px-2 pt-2">
      <div className="relative flex h-44 items-center justify-center overflow-hidden rounded-xl bg-base-200 sm:h-56">
        <Preview file={file} />
        {attachments.length === 1 ? (
          <span data-attachment="" className="absolute top-1 right-1 rounded-full bg-base-100">
            <RemoveButton attachment={shown} onRemove={onRemove} />
          </span>
        ) : null}
      </div>
      {mediaTypeOf(file.type) === 'audio' ? null : (
        <input
          ref={field}
          type="text"
          dir="auto"
          className="input w-full"
          placeholder={t('messages:caption')}
          aria-label={t('messages:captionOf', { name: file.name })}
          value={caption}
          onChange={(event) => onCaption(clientId, event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
            event.preventDefault();
            onEnter();
          }}
        />
      )}
      {attachments.length > 1 ? (
        <ul className="flex gap-2 overflow-x-auto pb-1">
          {attachments.map((one) => (
            <li key={one.clientId} data-attachment="" className="relative shrink-0">
              <button
                type="button"
                aria-label={one.file.name}
                aria-pressed={one === shown}
                title={one.file.name}
                onClick={() => setChosen(one.clientId)}
                className="size-16 overflow-hidden rounded-lg bg-base-200 text-muted aria-pressed:outline-2 aria-pressed:outline-accent aria-pressed:-outline-offset-2"
              >
                <Thumbnail file={one.file} />
              </button>
              <span className="absolute top-0 right-0 rounded-full bg-base-100">
                <RemoveButton attachment={one} onRemove={onRemove} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function RemoveButton({
  attachment: { clientId, file },
  onRemove,
}: {
  attachment: Attachment;
  onRemove: Props['onRemove'];
}) {
  const { t } = useI18n();
  return (
    <IconButton
      icon="x"
      size="sm"
      className="btn-xs"
      label={t('messages:removeFile', { name: file.name })}
      onClick={() => onRemove(clientId)}
    />
  );
}

function Preview({ file }: { file: File }) {
  const i18n = useI18n();
  const kind = mediaTypeOf(file.type);
  if (kind === 'image') return <img src={blobAddress(file)} alt="" className="size-full object-contain" />;
  // biome-ignore lint/a11y/useMediaCaption: one's own film
  if (kind === 'video') return <video src={blobAddress(file)} controls className="size-full" />;
  const [head, tail] = splitName(file.name);
  return (
    <span className="flex max-w-full flex-col items-center gap-1 px-4 text-sm">
      <Icon name={iconOf(file)} size={48} className="text-muted" />
      <span className="flex max-w-full whitespace-pre font-medium">
        <span className="truncate">{head}</span>
        <span>{tail}</span>
      </span>
      <span className="text-muted text-xs">{formatBytes(file.size, i18n.locale)}</span>
    </span>
  );
}

function Thumbnail({ file }: { file: File }) {
  if (mediaTypeOf(file.type) === 'image')
    return <img src={blobAddress(file)} alt="" className="size-full object-cover" />;
  return <Icon name={iconOf(file)} size={24} className="m-auto" />;
}

function iconOf({ type }: File): IconName {
  const kind = mediaTypeOf(type);
  return kind === 'video' ? 'video' : kind === 'audio' ? 'mic' : 'file-text';
}
