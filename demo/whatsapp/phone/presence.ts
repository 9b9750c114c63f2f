import { Group } from '../groups.ts';
import { node } from '../transport/nodes.ts';
import type { Phone } from './phone.ts';
import { addressOf } from './phone-outbox.ts';

export type PresenceState = 'composing' | 'recording' | 'paused' | 'available' | 'unavailable';

export function sendPresence(phone: Phone, to: Phone | Group, state: PresenceState): void {
  const isGroup = to instanceof Group;
  const listeners = isGroup ? [...to.members].filter((member) => member !== phone) : [to];
  const origin = isGroup
    ? { from: to.jid, participant: to.addressOf(phone).jid }
    : { from: addressOf(phone) };
  const stanza =
    state === 'available' || state === 'unavailable'
      ? node('presence', { ...origin, type: state })
      : node('chatstate', origin, [activity(state)]);
  for (const device of listeners.flatMap((listener) => [...listener.devices.values()])) {
    if (device.subscriptions.has(isGroup ? to.jid : phone.number)) device.mention(stanza);
  }
}

function activity(state: 'composing' | 'recording' | 'paused') {
  return state === 'recording' ? node('composing', { media: 'audio' }) : node(state);
}
