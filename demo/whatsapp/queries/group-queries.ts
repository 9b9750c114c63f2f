import { type BinaryNode, getBinaryNodeChild } from '@whiskeysockets/baileys';
import type { LinkedDevice } from '../linked-device.ts';
import { children, node } from '../transport/nodes.ts';
import type { Reply } from './queries.ts';

export function answerGroupQuery(device: LinkedDevice, query: BinaryNode): Reply {
  const { phone } = device;
  const [asked] = children(query);
  if (asked?.tag === 'participating') {
    const groups = phone.network.groupsOf(phone).map((group) => group.describe());
    return [node('groups', {}, groups)];
  }
  const group = phone.network.findGroup(query.attrs.to ?? '');
  if (!group) return { error: 404, text: 'item-not-found' };
  if (!group.members.has(phone)) return { error: 403, text: 'forbidden' };
  if (getBinaryNodeChild(query, 'query')) return [group.describe()];
  return { error: 405, text: 'not-allowed' };
}
