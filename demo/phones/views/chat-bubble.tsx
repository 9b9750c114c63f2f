import { type ChatItem, simulatorPaths } from '@demo/phones/simulator.schema.ts';
import { useI18n, useT } from '@views/i18n.tsx';
import { formatTime } from '@views/parts/messages/dates.ts';
import { FormattedText } from '@views/parts/messages/formatted-text.tsx';
import { Ticks } from '@views/parts/messages/ticks.tsx';
import { Icon, type IconName } from '@views/ui/icons/icon.tsx';

export function ChatBubble({ number, item }: { number: string; item: ChatItem }) {
  const { t, timeZone } = useI18n();
  const side = item.isOwn ? 'sim-bubble sim-own' : 'sim-bubble';
  if (item.isDeleted) {
    return (
      <p className={`${side} sim-deleted`} id={`m-${number}-${item.id}`}>
        <Icon name="ban" size={14} /> {t('messages:deleted')}
      </p>
    );
  }
  return (
    <div className={side} id={`m-${number}-${item.id}`}>
      {item.quoted ? (
        <p className="sim-quote">{item.quoted.text || t(`simulator:kind.${item.quoted.kind}`)}</p>
      ) : null}
      {item.isOld ? <OldContent item={item} /> : <Content number={number} item={item} />}
      <p className="sim-meta">
        {item.isEdited ? <span>{t('messages:edited')}</span> : null}
        <time dateTime={item.at}>{formatTime(item.at, { timeZone })}</time>
        {item.ack === null ? null : <Ticks ack={item.ack} size={14} />}
      </p>
      {item.reactions.length > 0 ? <p className="sim-reactions">{item.reactions.join(' ')}</p> : null}
      {item.isOld ? null : <MoreButton number={number} id={item.id} />}
    </div>
  );
}

function MoreButton({ number, id }: { number: string; id: string }) {
  const t = useT();
  return (
    <button
      type="button"
      className="sim-more"
      aria-label={t('simulator:answer')}
      title={t('simulator:answer')}
      hx-get={simulatorPaths.composer(number, { about: id })}
      hx-target={`#composer-${number}`}
      hx-swap="outerHTML"
    >
      <Icon name="chevron-down" size={16} />
    </button>
  );
}

function Content({ number, item }: { number: string; item: ChatItem }) {
  const t = useT();
  const src = simulatorPaths.media(number, item.id);
  switch (item.kind) {
    case 'text':
      return <Text text={item.text} />;
    case 'photo':
      return (
        <>
          <img className="sim-photo" src={src} alt={t('simulator:kind.photo')} loading="lazy" />
          <Text text={item.text} />
        </>
      );
    case 'sticker':
      return <img className="sim-sticker" src={src} alt={t('simulator:kind.sticker')} loading="lazy" />;
    case 'video':
      return (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: nobody has written captions for what people film */}
          <video className="sim-photo" src={src} controls preload="metadata" />
          <Text text={item.text} />
        </>
      );
    case 'voice':
    case 'audio':
      return <Sound src={src} />;
    case 'document':
      return (
        <>
          <a className="sim-file" href={src} download>
            <Icon name="file-text" size={22} />
            <span>{item.title || t('simulator:kind.document')}</span>
          </a>
          <Text text={item.text} />
        </>
      );
    case 'location':
      return (
        <p className="sim-file">
          <Icon name="map-pin" size={22} />
          <span>
            {item.title ? <strong>{item.title}</strong> : null}
            <small>{item.text}</small>
          </span>
        </p>
      );
    case 'contacts':
      return (
        <p className="sim-file">
          <Icon name="contact" size={22} />
          <span>{item.title}</span>
        </p>
      );
    case 'unknown':
      return <p className="sim-words sim-dim">{t('messages:unsupported')}</p>;
  }
}

const OLD_ICONS: Partial<Record<ChatItem['kind'], IconName>> = {
  photo: 'image',
  sticker: 'smile',
  video: 'video',
  voice: 'mic',
  audio: 'mic',
  document: 'file-text',
  location: 'map-pin',
  contacts: 'contact',
};

function OldContent({ item }: { item: ChatItem }) {
  const t = useT();
  const icon = OLD_ICONS[item.kind];
  return (
    <>
      {icon ? (
        <p className="sim-file">
          <Icon name={icon} size={22} />
          <span>{item.title || t(`simulator:kind.${item.kind}`)}</span>
        </p>
      ) : null}
      <Text text={item.text} />
    </>
  );
}

function Sound({ src }: { src: string }) {
  const t = useT();
  return (
    // biome-ignore lint/a11y/useMediaCaption: nobody has written captions for what people say
    <audio
      className="sim-audio"
      src={src}
      controls
      controlsList="nodownload noplaybackrate"
      preload="metadata"
      aria-label={t('simulator:kind.voice')}
    />
  );
}

function Text({ text }: { text: string }) {
  if (!text) return null;
  return (
    <p className="sim-words">
      <FormattedText text={text} />
    </p>
  );
}
