import { type BinaryNode, getBinaryNodeChild } from '@whiskeysockets/baileys';

/** Baileys compares the server's address with exactly this. */
export const SERVER = '@s.whatsapp.net';

type Attributes = Record<string, string | number | undefined | null>;

export function node(tag: string, attributes: Attributes = {}, content?: BinaryNode['content']): BinaryNode {
  const attrs: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) attrs[name] = String(value);
  }
  return { tag, attrs, content };
}

export function children(parent: BinaryNode | undefined): BinaryNode[] {
  return Array.isArray(parent?.content) ? parent.content : [];
}

/** Throws when the client left the element out. */
export function childBytes(parent: BinaryNode | undefined, tag: string): Buffer {
  const content = getBinaryNodeChild(parent, tag)?.content;
  if (typeof content === 'string') return Buffer.from(content);
  if (content instanceof Uint8Array) return Buffer.from(content);
  throw new Error(`<${parent?.tag ?? 'nothing'}> has no <${tag}>`);
}

export function childNumber(parent: BinaryNode | undefined, tag: string): number {
  const bytes = childBytes(parent, tag);
  return bytes.readUIntBE(0, bytes.length);
}

export function seconds(now = Date.now()): number {
  return Math.floor(now / 1000);
}
