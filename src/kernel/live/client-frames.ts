import { contractEvents } from './contract-events.ts';
import type { LiveMessage } from './hub.ts';

/** A message's frames per origin of its readers: made once, however many sockets hear them. */
const made = new WeakMap<LiveMessage, Map<string, string[]>>();

/**
 * A message as these clients' websockets carry it (Engine.IO 4: `4` is a message; Socket.IO 5: `2` is an event of the main
 * namespace), with absolute media addresses.
 */
export function clientFrames(companyId: number, message: LiveMessage, origin: string): string[] {
  const known = made.get(message) ?? new Map<string, string[]>();
  made.set(message, known);
  const frames =
    known.get(origin) ??
    contractEvents(companyId, message.channel, message.data).map(({ name, data }) =>
      absolute(`42${JSON.stringify([name, data])}`, origin),
    );
  known.set(origin, frames);
  return frames;
}

function absolute(frame: string, origin: string): string {
  return frame.replace(/"(mediaUrl|profilePicUrl|mediaPath|imageUrl)":"\/media\//g, `"$1":"${origin}/media/`);
}
