import { type Translate, useI18n, useT } from '@views/i18n.tsx';
import { FormattedText } from '@views/parts/messages/formatted-text.tsx';
import { Icon } from '@views/ui/icons/icon.tsx';
import { Spinner } from '@views/ui/spinner.tsx';
import { memo } from 'react';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { captionsOf, reactionsOf, wholeOf } from '../albums.ts';
import { type BubbleActions, BubbleHeader, MenuButton } from './bubble.tsx';
import { Photo, UploadBar } from './media.tsx';
import { captionOf, keyOfMessage, withoutSignature } from './message-shape.ts';
import { Meta } from './meta.tsx';
import { ReactionList } from './reactions.tsx';

const MAX_TILES = 4;

type Props = {
  messages: MessageView[];
  isStart: boolean;
  showAuthor: boolean;
  signer: string | undefined;
  actions: BubbleActions;
};

export const Album = memo(function Album({ messages, isStart, showAuthor, signer, actions }: Props) {
  const { t } = useI18n();
  const [first] = messages;
  const whole = wholeOf(messages);
  if (!first || !whole) return null;
  const captions = captionsOf(messages);
  const reactions = reactionsOf(messages);
  const total = messages.length;
  const meta = <Meta message={whole} isFailed={false} isOver={captions.length === 0} />;
  return (
    <div
      className={`flex px-3 sm:px-6 ${first.fromMe ? 'justify-end' : ''} ${isStart ? 'pt-2' : 'pt-px'} ${
        reactions.length > 0 ? 'pb-6' : 'pb-px'
      }`}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form */}
      <div
        role="group"
        aria-label={nameOf(messages, t)}
        data-album={total}
        className={`bubble bubble-media ${first.fromMe ? 'bubble-own' : ''} ${isStart ? 'bubble-start' : ''}`}
      >
        <BubbleHeader message={first} showAuthor={showAuthor} signer={signer} onQuote={actions.jumpTo} />
        <div className="relative px-0!">
          <div className="album">
            {messages.slice(0, MAX_TILES).map((message, at) => (
              <Tile
                key={keyOfMessage(message)}
                message={message}
                place={{ at: at + 1, total }}
                beyond={at === MAX_TILES - 1 ? messages.slice(MAX_TILES) : []}
                actions={actions}
              />
            ))}
          </div>
          {captions.length === 0 ? meta : null}
        </div>
        {captions.map(({ at, text }, index) => (
          <div key={at} dir="auto" className="words">
            <span>
              {captions.length > 1 ? (
                <b className="text-muted text-xs">{t('messages:search.place', { at, total })} </b>
              ) : null}
              <FormattedText text={text} />
            </span>
            {index === captions.length - 1 ? meta : null}
          </div>
        ))}
        {reactions.length > 0 ? (
          <ReactionList
            reactions={reactions.map(({ emoji, count, on }) => ({
              ...{ emoji, count },
              title: t('messages:album.reaction', { emoji }),
              onPress: () => actions.openImage(on),
            }))}
          />
        ) : null}
      </div>
    </div>
  );
}, isSame);

function isSame(former: Props, next: Props): boolean {
  const isAlike = former.isStart === next.isStart && former.signer === next.signer;
  if (!isAlike || former.messages.length !== next.messages.length) return false;
  return next.messages.every((message, at) => message === former.messages[at]);
}

function nameOf(messages: MessageView[], t: Translate): string {
  const films = messages.filter(({ mediaType }) => mediaType === 'video').length;
  const kind = films === 0 ? 'image' : films === messages.length ? 'video' : 'mixed';
  return t(`messages:album.${kind}`, { count: messages.length });
}

type TileProps = {
  message: MessageView;
  place: { at: number; total: number };
  beyond: MessageView[];
  actions: BubbleActions;
};

function Tile({ message, place, beyond, actions }: TileProps) {
  const t = useT();
  const isFilm = message.mediaType === 'video';
  const what = t(isFilm ? 'messages:album.film' : 'messages:album.photo', place);
  const more = beyond.length > 0 ? t('messages:album.more', { count: beyond.length }) : '';
  const name = [what, captionOf(withoutSignature(message)), more].filter(Boolean).join(', ');
  const url = message.mediaUrl;
  return (
    <div id={`message-${message.id}`} data-message={message.id} data-bubble="" className="relative">
      <button
        type="button"
        data-image={message.id}
        aria-label={name}
        disabled={url === null}
        onClick={() => actions.openImage(message.id)}
        className="media-frame"
      >
        {url === null ? (
          <Spinner label={t('messages:mediaPending')} className="absolute inset-0 m-auto" />
        ) : null}
        {url !== null && isFilm ? (
          <>
            <video src={url} preload="metadata" muted tabIndex={-1} className="size-full object-cover" />
            <span className="album-film">
              <Icon name="play" size={20} />
            </span>
          </>
        ) : null}
        {url !== null && !isFilm ? <Photo message={message} url={url} alt="" /> : null}
        {beyond.length > 0 ? (
          <span aria-hidden="true" className="album-more">
            +{beyond.length}
          </span>
        ) : null}
        <UploadBar clientId={message.clientId} />
      </button>
      {message.id.startsWith('local-') ? null : (
        <span className="bubble-acts album-acts pointer-coarse:sr-only">
          <MenuButton message={message} label={t('messages:optionsOf', { what })} onMenu={actions.menu} />
        </span>
      )}
      {/* Quotes and search lead to the tile that stands for them. */}
      {beyond.map(({ id }) => (
        <i key={id} id={`message-${id}`} className="absolute inset-0 -z-1" />
      ))}
    </div>
  );
}
