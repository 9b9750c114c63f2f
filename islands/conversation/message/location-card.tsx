import { useT } from '@views/i18n.tsx';
import { mapHref, parseLocation } from '@views/parts/messages/location.ts';
import { Icon } from '@views/ui/icons/icon.tsx';

export function LocationCard({ body, isLive }: { body: string; isLive: boolean }) {
  const t = useT();
  const location = parseLocation(body);
  const name = t(isLive ? 'messages:kind.liveLocation' : 'messages:kind.location');
  if (!location) {
    return (
      <span className="flex items-center gap-2 text-muted">
        <Icon name="map-pin" size={17} /> {name}
      </span>
    );
  }
  return (
    <a
      href={mapHref(location)}
      target="_blank"
      rel="noopener noreferrer"
      className="block w-72 max-w-full overflow-hidden rounded-lg bg-base-content/6 hover:bg-base-content/10"
    >
      {location.thumbnail ? (
        <img src={location.thumbnail} alt="" className="h-36 w-full object-cover" />
      ) : (
        <span className="flex h-24 items-center justify-center text-error">
          <Icon name="map-pin" size={36} />
        </span>
      )}
      <span className="block px-2.5 py-1.5">
        <span className="block font-medium text-sm">{location.label || name}</span>
        <span className="block text-info text-xs underline underline-offset-2">{t('messages:openMap')}</span>
      </span>
    </a>
  );
}
