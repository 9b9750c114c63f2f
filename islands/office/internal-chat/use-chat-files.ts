import { useI18n } from '@views/i18n.tsx';
import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { MAX_CHAT_FILE_BYTES } from '@/modules/internal-chat/chat-limits.schema.ts';
import { formatBytes } from '@/schemas/bytes.schema.ts';
import { showToast } from '../../page/toast.ts';

const MOST = 10;

export function useChatFiles() {
  const i18n = useI18n();
  const [files, setFiles] = useState<readonly File[]>([]);

  const add = (chosen: readonly File[]) => {
    for (const { name, size } of chosen) {
      if (size <= MAX_CHAT_FILE_BYTES) continue;
      const limit = formatBytes(MAX_CHAT_FILE_BYTES, i18n.locale);
      showToast({ level: 'warning', text: i18n.t('messages:fileTooLarge', { name, limit }) });
    }
    const fitting = chosen.filter(({ size }) => size > 0 && size <= MAX_CHAT_FILE_BYTES);
    setFiles((former) => [...former, ...fitting].slice(0, MOST));
  };
  const remove = (file: File) => setFiles((former) => former.filter((one) => one !== file));
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0) return;
    event.preventDefault();
    add(pasted);
  };
  const onDrop = (event: DragEvent) => {
    const dropped = [...event.dataTransfer.files];
    if (dropped.length === 0) return;
    event.preventDefault();
    add(dropped);
  };
  return { files, add, remove, onPaste, onDrop };
}
