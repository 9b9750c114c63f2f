import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  jidNormalizedUser,
} from '@whiskeysockets/baileys';
import type { LinkedDevice } from '../linked-device.ts';
import type { Phone } from '../phone/phone.ts';
import { children, node } from '../transport/nodes.ts';
import type { Reply } from './queries.ts';

export function answerUsync(device: LinkedDevice, query: BinaryNode): Reply {
  const usync = getBinaryNodeChild(query, 'usync');
  const protocols = children(getBinaryNodeChild(usync, 'query')).map(({ tag }) => tag);
  const users: BinaryNode[] = [];
  for (const user of getBinaryNodeChildren(getBinaryNodeChild(usync, 'list'), 'user')) {
    const { phone, jid } = lookUp(device, user);
    if (!phone) continue;
    if (protocols.includes('devices')) phone.watchers.add(device);
    const details = protocols
      .map((protocol) => describe(phone, protocol))
      .filter((detail) => detail !== null);
    users.push(node('user', { jid }, details));
  }
  const { sid, context, mode } = usync?.attrs ?? {};
  const result = node(
    'result',
    {},
    protocols.map((protocol) => node(protocol)),
  );
  return [node('usync', { sid, context, mode, index: 0, last: 'true' }, [result, node('list', {}, users)])];
}

function lookUp(device: LinkedDevice, user: BinaryNode): { phone: Phone | undefined; jid: string } {
  const { network } = device.phone;
  const contact = getBinaryNodeChild(user, 'contact')?.content;
  if (user.attrs.jid) {
    return { phone: network.resolve(user.attrs.jid)?.phone, jid: jidNormalizedUser(user.attrs.jid) };
  }
  const digits = (contact ?? '').toString().replace(/\D/g, '');
  // The answer carries the registered form, which may lack or have Brazil's ninth digit.
  const phone = network.findPhone(digits);
  return { phone, jid: phone?.jid ?? '' };
}

function describe(phone: Phone, protocol: string): BinaryNode | null {
  switch (protocol) {
    case 'contact':
      return node('contact', { type: 'in' });
    case 'devices': {
      const linked = [...phone.devices.keys()].map((id) => node('device', { id, 'key-index': id }));
      return node('devices', {}, [node('device-list', {}, [node('device', { id: 0 }), ...linked])]);
    }
    case 'lid':
      return phone.hidesOtherAddress ? null : node('lid', { val: phone.lid });
    case 'status':
      return node('status', { t: 0 }, Buffer.from(phone.about));
    default:
      return node(protocol);
  }
}
