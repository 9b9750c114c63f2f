import { type ContractNames, contractEvents } from './contract-events.ts';
import type { LiveMessage } from './hub.ts';

export type ClientFrames = (companyId: number, message: LiveMessage, origin: string) => string[];

/** Engine.IO 4 (`4`: message), Socket.IO 5 (`2`: event). Encoded once per origin of the readers. */
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
