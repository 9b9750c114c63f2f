import { useI18n } from '@views/i18n.tsx';
import { formatMoment } from '@views/parts/messages/dates.ts';
import { FormattedText } from '@views/parts/messages/formatted-text.tsx';
import { IconButton, IconLink } from '@views/ui/button.tsx';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { formatNumber } from '@/schemas/phone-number.schema.ts';
import { spareToasts } from '../keys/use-island-dialog.ts';
import { pullAndHold } from '../phone/pull-and-hold.ts';
import { captionOf, isPicture, withoutSignature } from './message/message-shape.ts';

const SWIPE_PX = 64;

type Props = {
  messages: readonly MessageView[];
  openId: string;
  onMenu: (message: MessageView, anchor: HTMLElement) => void;
  onClose: () => void;
  /** The menu, which would be inert outside the dialog. */
  children?: ReactNode;
};

const play = (film: HTMLVideoElement | null) => void film?.play().catch(() => undefined);

export function Viewer({ messages, openId, onMenu, onClose, children }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const dialog = useRef<HTMLDialogElement>(null);
  const [id, setId] = useState(openId);
  const [isZoomed, setZoomed] = useState(false);
  const pictures = messages.filter((one) => isPicture(one));
  const found = pictures.findIndex((one) => one.id === id || `local-${one.clientId}` === id);
  const last = useRef(found);
  if (found >= 0) last.current = found;
  // A picture that is deleted meanwhile gives way to the next.
  const at = found >= 0 ? found : Math.min(last.current, pictures.length - 1);
  const picture = pictures[at];

  useEffect(() => {
    if (!picture) dialog.current?.close();
  }, [picture]);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => {
      if (current) spareToasts(current);
    };
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

  const isFilm = picture?.mediaType === 'video';
  const url = picture?.mediaUrl ?? '';
  const caption = picture ? captionOf(withoutSignature(picture)) : '';
  const name = caption || t(isFilm ? 'messages:kind.video' : 'messages:kind.image');

  return (
    <dialog
      ref={dialog}
      data-viewer=""
      data-theme="dark"
      aria-label={t('messages:viewer')}
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.stopPropagation();
        if ((event.target as Element).closest('dialog, video, [role=menu]') !== dialog.current) return;
        if (event.key === 'ArrowLeft') go(-1);
        if (event.key === 'ArrowRight') go(1);
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
              {formatMoment(picture.createdAt, i18n)}
            </p>
            <IconLink
              icon="download"
              label={t('common:download')}
              href={url}
              download={picture.mediaName ?? ''}
            />
            {isFilm ? null : (
              <IconButton
                icon="search"
                label={t('messages:zoom')}
                aria-pressed={isZoomed}
                onClick={() => setZoomed(!isZoomed)}
              />
            )}
            {picture.id.startsWith('local-') ? null : (
              <IconButton
                icon="more-vertical"
                label={t('messages:options')}
                aria-haspopup="menu"
                onClick={(event) => onMenu(picture, event.currentTarget)}
              />
            )}
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
              {isFilm ? (
                // biome-ignore lint/a11y/useMediaCaption: customers' films have none
                <video
                  key={picture.id}
                  ref={play}
                  src={url}
                  controls
                  className="size-full"
                  aria-label={name}
                />
              ) : (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the zoom button does the same
                <img
                  src={url}
                  alt={name}
                  onClick={() => setZoomed(!isZoomed)}
                  className={
                    isZoomed
                      ? 'w-[200%] max-w-none cursor-zoom-out'
                      : 'size-full cursor-zoom-in object-contain'
                  }
                />
              )}
            </div>
            <IconButton
              icon="chevron-right"
              label={t('messages:nextImage')}
              disabled={at >= pictures.length - 1}
              className="viewer-step right-2"
              onClick={() => go(1)}
            />
          </div>
          {picture.reactions.length > 0 ? (
            <p className="pb-2 text-center">{picture.reactions.map(({ emoji }) => emoji).join(' ')}</p>
          ) : null}
          {caption ? (
            <p
              dir="auto"
              className="max-h-[25dvh] overflow-y-auto whitespace-pre-wrap px-4 pb-4 text-center text-sm [overflow-wrap:anywhere]"
            >
              <FormattedText text={caption} />
            </p>
          ) : null}
        </div>
      ) : null}
      {children}
    </dialog>
  );
}
