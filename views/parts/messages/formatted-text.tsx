import { Fragment, type ReactNode } from 'react';
import { parseFormatting, type TextNode } from './whatsapp-format.ts';

const INLINE = { bold: 'strong', italic: 'em', strike: 's' } as const;

/** WhatsApp formatting and safe links; a customer's text never becomes markup. */
export function FormattedText({ text }: { text: string }) {
  return <>{render(parseFormatting(text))}</>;
}

function render(nodes: TextNode[]): ReactNode[] {
  return nodes.map((node, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other identity
    return <Fragment key={index}>{renderNode(node)}</Fragment>;
  });
}

function renderNode(node: TextNode): ReactNode {
  switch (node.type) {
    case 'text':
      return node.text;
    case 'code':
      return <code className="rounded bg-base-content/10 px-1 font-mono text-[0.9em]">{node.text}</code>;
    case 'block':
      return (
        <code className="my-1 block overflow-x-auto whitespace-pre rounded bg-base-content/10 p-2 font-mono text-[0.85em]">
          {node.text}
        </code>
      );
    case 'link':
      return (
        <a
          href={node.href}
          target={node.href.startsWith('tel:') ? undefined : '_blank'}
          rel="noopener noreferrer nofollow"
          className="break-all text-info underline underline-offset-2"
        >
          {node.text}
        </a>
      );
    case 'item':
      return (
        <span className="block ps-5 -indent-4">
          {node.marker} {render(node.children)}
        </span>
      );
    case 'quote':
      return (
        <span className="my-0.5 block border-base-content/30 border-s-4 ps-2 text-muted">
          {render(node.children)}
        </span>
      );
    default: {
      const Tag = INLINE[node.type];
      return <Tag>{render(node.children)}</Tag>;
    }
  }
}
