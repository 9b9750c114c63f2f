import type { ComponentType } from 'react';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { useExtras } from '../desk/use-extras.ts';
import type { OpenContact } from './contact-cards.tsx';

export type RareCardProps = { message: MessageView; onOpen: OpenContact };

let onServer: ComponentType<RareCardProps> | undefined;

/** The server draws places and people at once; a browser fetches their code only where one is shown. */
export function drawRareCards(card: ComponentType<RareCardProps>): void {
  onServer = card;
}

export function RareCard(props: RareCardProps) {
  const Card = useExtras(true)?.PlaceOrPeople ?? onServer;
  if (Card) {
    return (
      <div>
        <Card {...props} />
      </div>
    );
  }
  // While waking up, empty markup leaves what the server drew in its place.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing at all
  return <div className="min-h-16" dangerouslySetInnerHTML={{ __html: '' }} />;
}
