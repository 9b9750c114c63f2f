import type { ComponentType } from 'react';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { useExtras } from '../../workspace/use-extras.ts';
import type { OpenContact } from './contact-cards.tsx';

export type RareCardProps = { message: MessageView; onOpen: OpenContact };

let onServer: ComponentType<RareCardProps> | undefined;

/** The server renders locations and contacts directly; a browser fetches their code only when one is shown. */
export function renderRareCards(card: ComponentType<RareCardProps>): void {
  onServer = card;
}

export function RareCard(props: RareCardProps) {
  const Card = useExtras(true)?.LocationOrContacts ?? onServer;
  if (Card) {
    return (
      <div>
        <Card {...props} />
      </div>
    );
  }
  // While hydrating, empty markup leaves the server's content in place.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing at all
  return <div className="min-h-16" dangerouslySetInnerHTML={{ __html: '' }} />;
}
