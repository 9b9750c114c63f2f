import { useT } from '@views/i18n.tsx';
import { Button, IconButton } from '@views/ui/button.tsx';
import { Spinner } from '@views/ui/spinner.tsx';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { FileListPage, FileListRowView, FileListView } from '@/modules/file-lists/file-lists.views.ts';
import { api } from '../../http/api.ts';
import { errorText } from '../../http/error-text.ts';
import { isComposing } from '../../keys/composing.ts';
import { showToast } from '../../page/toast.ts';
import type { Picked } from './attachments.ts';

type Props = { onPick: (files: Picked[], message: string) => void };

const WAIT_MS = 300;

export function FileLists({ onPick }: Props) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLDivElement>(null);
  const latest = useRef(onPick);
  latest.current = onPick;
  const fail = (error: unknown) => showToast({ level: 'error', text: errorText(t, error) });
  const close = () => {
    setOpen(false);
    button.current?.querySelector('button')?.focus();
  };
  const pick = async (id: number) => {
    close();
    try {
      const list = await api.get<FileListView>(`/files/${id}`);
      const files = await Promise.all(list.options.filter(({ mediaUrl }) => mediaUrl).map(fetchFile));
      if (button.current) latest.current(files, list.message);
    } catch (error) {
      fail(error);
    }
  };
  return (
    <div ref={button} className="sm:relative">
      <IconButton
        icon="folder"
        label={t('messages:fileLists.open')}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen ? <Card onPick={(id) => void pick(id)} onClose={close} /> : null}
    </div>
  );
}

type CardProps = {
  onPick: (id: number) => void;
  onClose: () => void;
};

function Card({ onPick, onClose }: CardProps) {
  const t = useT();
  const [text, setText] = useState('');
  const [lists, setLists] = useState<FileListRowView[] | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const card = useRef<HTMLDivElement>(null);

  useEffect(() => card.current?.querySelector('input')?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for other words, or by the button
  useEffect(() => {
    const stop = new AbortController();
    const options = { query: { searchParam: text }, signal: stop.signal };
    const ask = () =>
      api.get<FileListPage>('/files', options).then(
        ({ files }) => {
          setLists(files.filter(({ filesCount }) => filesCount > 0));
          setFailed(false);
        },
        () => stop.signal.aborted || setFailed(true),
      );
    const wait = setTimeout(ask, lists ? WAIT_MS : 0);
    return () => {
      clearTimeout(wait);
      stop.abort();
    };
  }, [text, attempt]);

  const again = () => {
    card.current?.querySelector('input')?.focus();
    setFailed(false);
    setLists(null);
    setAttempt(attempt + 1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isComposing(event.nativeEvent)) {
      event.stopPropagation();
      onClose();
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const stops = [...(card.current?.querySelectorAll<HTMLElement>('input, li button') ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
  };

  return (
    <div
      ref={card}
      role="dialog"
      aria-label={t('messages:fileLists.open')}
      data-file-lists=""
      onKeyDown={onKeyDown}
      className="absolute bottom-12 left-0 z-30 w-72 max-w-[80vw] rounded-box border border-base-300 bg-base-100 p-2 shadow-xl"
    >
      <input
        type="text"
        className="input input-sm w-full"
        placeholder={t('messages:fileLists.search')}
        aria-label={t('messages:fileLists.search')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {hasFailed ? (
        <div role="alert" className="flex items-center justify-between gap-2 px-3 py-2 text-sm">
          {t('common:missed')}
          <Button size="sm" onClick={again}>
            {t('common:retry')}
          </Button>
        </div>
      ) : lists ? null : (
        <p className="px-3 py-2">
          <Spinner label={t('common:loading')} />
        </p>
      )}
      <ul className="mt-1 flex max-h-64 flex-col overflow-y-auto">
        {lists?.map(({ id, name, filesCount }) => (
          <li key={id}>
            <button type="button" className="menu-item w-full" onClick={() => onPick(id)}>
              <span className="min-w-0 grow truncate text-start">{name}</span>
              <span className="text-muted text-xs tabular-nums">{filesCount}</span>
            </button>
          </li>
        ))}
        {lists?.length === 0 ? (
          <li className="px-3 py-2 text-muted text-sm">{t('messages:fileLists.none')}</li>
        ) : null}
      </ul>
    </div>
  );
}

async function fetchFile({
  mediaUrl,
  path,
  mediaType,
  name,
}: FileListView['options'][number]): Promise<Picked> {
  const { pathname, search } = new URL(mediaUrl ?? '', location.href);
  const reply = await fetch(pathname + search);
  if (!reply.ok) throw new Error('a file of a list is gone');
  const file: Picked = new File([await reply.blob()], path, { type: mediaType });
  file.caption = name;
  return file;
}
