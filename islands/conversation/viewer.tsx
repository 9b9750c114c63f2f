import { useI18n } from '@views/i18n.tsx';
import { formatDate, formatTime } from '@views/parts/messages/dates.ts';
import { FormattedText } from '@views/parts/messages/formatted-text.tsx';
import { IconButton, IconLink } from '@views/ui/button.tsx';
import { useEffect, useRef, useState } from 'react';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { formatNumber } from '@/schemas/phone-number.schema.ts';
import { pullAndHold } from '../phone/pull-and-hold.ts';
import { captionOf } from './message/message-shape.ts';

const SWIPE_PX = 64;

type Props = { messages: readonly MessageView[]; openId: string; onClose: () => void };

export function Viewer({ messages, openId, onClose }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const dialog = useRef<HTMLDialogElement>(null);
  const [id, setId] = useState(openId);
  const [isZoomed, setZoomed] = useState(false);
  const pictures = messages.filter(
    (one) => one.mediaType === 'image' && !one.isSticker && one.mediaUrl !== null && !one.isDeleted,
  );
  const at = pictures.findIndex((one) => one.id === id);
  const picture = pictures[at];

  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const go = (step: number) => {
    const next = pictures[at + step];
    if (!next) return;
    setZoomed(false);
    setId(next.id);
  };
  const swipe = useRef({ go, isZoomed });
  swipe.current = { go, isZoomed };
  useEffect(() => {
    const root = dialog.current;
    if (!root) return;
    return pullAndHold(root, {
      rowOf: (target) => (swipe.current.isZoomed ? null : target.closest<HTMLElement>('[data-picture]')),
      follow: (_, sideways) => sideways,
      farPx: SWIPE_PX,
      show: (row, moved) => {
        row.style.transform = moved === 0 ? '' : `translateX(${moved}px)`;
      },
      act: (_, moved) => swipe.current.go(moved > 0 ? -1 : 1),
      holds: () => false,
      hold: () => undefined,
    });
  }, []);

  return (
    <dialog
      ref={dialog}
      data-viewer=""
      data-theme="dark"
      aria-label={t('messages:viewer')}
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') go(-1);
        if (event.key === 'ArrowRight') go(1);
        if (event.key === 'Escape') event.stopPropagation();
      }}
      className="m-0 size-full max-h-none max-w-none bg-black text-white backdrop:bg-black"
    >
      {picture ? (
        <div className="flex size-full flex-col">
          <header className="flex items-center gap-2 p-3">
            {pictures.length > 1 ? (
              <p className="shrink-0 text-sm tabular-nums">
                {t('messages:search.place', { at: at + 1, total: pictures.length })}
              </p>
            ) : null}
            <p dir="auto" className="min-w-0 grow truncate text-sm">
              {picture.fromMe ? t('messages:you') : formatNumber(picture.contact?.name ?? '')} ·{' '}
              {formatDate(picture.createdAt, i18n)} {formatTime(picture.createdAt, i18n)}
            </p>
            <IconLink
              icon="download"
              label={t('common:download')}
              href={picture.mediaUrl ?? ''}
              download={picture.mediaName ?? ''}
            />
            <IconButton
              icon="search"
              label={t('messages:zoom')}
              aria-pressed={isZoomed}
              onClick={() => setZoomed(!isZoomed)}
            />
            <IconButton icon="x" label={t('common:close')} onClick={() => dialog.current?.close()} />
          </header>
          <div className="relative flex min-h-0 grow items-center gap-1 md:px-1 md:pb-3">
            <IconButton
              icon="chevron-left"
              label={t('messages:previousImage')}
              disabled={at <= 0}
              className="viewer-step left-2"
              onClick={() => go(-1)}
            />
            <div
              data-picture=""
              className={`h-full min-w-0 grow ${isZoomed ? 'overflow-auto' : 'overflow-hidden'}`}
            >
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the zoom button does the same */}
              <img
                src={picture.mediaUrl ?? ''}
                alt={picture.body || t('messages:kind.image')}
                onClick={() => setZoomed(!isZoomed)}
                className={
                  isZoomed ? 'w-[200%] max-w-none cursor-zoom-out' : 'size-full cursor-zoom-in object-contain'
                }
              />
            </div>
            <IconButton
              icon="chevron-right"
              label={t('messages:nextImage')}
              disabled={at >= pictures.length - 1}
              className="viewer-step right-2"
              onClick={() => go(1)}
            />
          </div>
          {captionOf(picture) ? (
            <p
              dir="auto"
              className="max-h-[25dvh] overflow-y-auto whitespace-pre-wrap px-4 pb-4 text-center text-sm [overflow-wrap:anywhere]"
            >
              <FormattedText text={captionOf(picture)} />
            </p>
          ) : null}
        </div>
      ) : null}
    </dialog>
  );
}
