import { ContactCards } from './contact-cards.tsx';
import { PlaceCard } from './place-card.tsx';
import type { RareCardProps } from './rare-card.tsx';

export function PlaceOrPeople({ message, onOpen }: RareCardProps) {
  const { mediaType, body } = message;
  if (mediaType === 'locationMessage') return <PlaceCard body={body} isLive={false} />;
  if (mediaType === 'liveLocationMessage') return <PlaceCard body={body} isLive />;
  return <ContactCards body={body} onOpen={onOpen} />;
}
