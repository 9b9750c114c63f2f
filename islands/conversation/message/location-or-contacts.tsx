import { ContactCards } from './contact-cards.tsx';
import { LocationCard } from './location-card.tsx';
import type { RareCardProps } from './rare-card.tsx';

export function LocationOrContacts({ message, onOpen }: RareCardProps) {
  const { mediaType, body } = message;
  if (mediaType === 'locationMessage') return <LocationCard body={body} isLive={false} />;
  if (mediaType === 'liveLocationMessage') return <LocationCard body={body} isLive />;
  return <ContactCards body={body} onOpen={onOpen} />;
}
