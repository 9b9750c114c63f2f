import { type ContractNames, contractEvents } from './contract-events.ts';
import type { LiveMessage } from './hub.ts';

export type ClientFrames = (companyId: number, message: LiveMessage, origin: string) => string[];

/**
 * Encodes a message for Socket.IO clients (Engine.IO 4: `4` is a message; Socket.IO 5: `2` is an event of the main
 * namespace), with absolute media addresses. Encoded once per origin of the readers, not once per socket.
 */
export function createClientFrames(names: ContractNames): ClientFrames {
  const made = new WeakMap<LiveMessage, Map<string, string[]>>();
  return (companyId, message, origin) => {
    const known = made.get(message) ?? new Map<string, string[]>();
    made.set(message, known);
    const frames =
      known.get(origin) ??
      contractEvents(names, companyId, message.channel, message.data).map(({ name, data }) =>
        absolute(`42${JSON.stringify([name, data])}`, origin),
      );
    known.set(origin, frames);
    return frames;
  };
}

function absolute(frame: string, origin: string): string {
  return frame.replace(
    /"(mediaUrl|profilePicUrl|mediaPath|imageUrl)":"\/(media|public)\//g,
    `"$1":"${origin}/$2/`,
  );
}
