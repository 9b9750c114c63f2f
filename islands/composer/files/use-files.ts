import { useI18n } from '@views/i18n.tsx';
import { type ClipboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { MAX_FILES, MAX_MEDIA_BYTES } from '@/modules/messages/message-limits.schema.ts';
import { formatBytes } from '@/schemas/bytes.schema.ts';
import { showToast } from '../../page/toast.ts';
import { attached, putEntry } from '../../workspace/drafts.ts';
import { type Attachment, addFiles, makeClientId } from './attachments.ts';

export function useFiles(root: RefObject<HTMLElement | null>, ticketId: number, isEnabled: boolean) {
  const i18n = useI18n();
  const [attachments, setAttachments] = useState<Attachment[]>([]);
  const [isDragging, setDragging] = useState(false);
  const [areNew, setNew] = useState(false);
  const latest = useRef(attachments);
  latest.current = attachments;
  useEffect(() => {
    setAttachments(attached.get().get(ticketId) ?? []);
    setNew(false);
  }, [ticketId]);
  const change = useCallback(
    (next: Attachment[]) => {
      putEntry(attached, ticketId, next.length > 0 ? next : undefined);
      latest.current = next;
      setAttachments(next);
    },
    [ticketId],
  );

  const add = useCallback(
    (files: File[]) => {
      const { t } = i18n;
      const added = addFiles(latest.current, files, makeClientId);
      const warn = (text: string) => showToast({ level: 'warning', text });
      for (const name of added.tooLarge) {
        warn(t('messages:fileTooLarge', { name, limit: formatBytes(MAX_MEDIA_BYTES, i18n.locale) }));
      }
      if (added.areTooMany) warn(t('messages:tooManyFiles', { count: MAX_FILES }));
      change(added.attachments);
      setNew(true);
    },
    [i18n, change],
  );

  useEffect(() => {
    const pane = root.current?.closest<HTMLElement>('[data-pane]') ?? root.current;
    if (!pane || !isEnabled) return;
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setDragging(true);
    };
    const leave = (event: DragEvent) => {
      if (!pane.contains(event.relatedTarget as Node | null)) setDragging(false);
    };
    const drop = (event: DragEvent) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      setDragging(false);
      if (files.length === 0) return;
      event.preventDefault();
      add(files);
    };
    pane.addEventListener('dragover', over);
    pane.addEventListener('dragleave', leave);
    pane.addEventListener('drop', drop);
    return () => {
      pane.removeEventListener('dragover', over);
      pane.removeEventListener('dragleave', leave);
      pane.removeEventListener('drop', drop);
    };
  }, [root, isEnabled, add]);

  const onPaste = (event: ClipboardEvent): boolean => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return false;
    event.preventDefault();
    add(files);
    return true;
  };
  const caption = (clientId: string, text: string) =>
    change(latest.current.map((one) => (one.clientId === clientId ? { ...one, caption: text } : one)));
  const remove = (clientId: string) => change(latest.current.filter((one) => one.clientId !== clientId));
  const clear = () => change([]);
  return { attachments, areNew, isDragging, add, onPaste, caption, remove, clear };
}
