import type { ReactNode } from 'react';

type LivePartProps = {
  id: string;
  href: string;
  /** Refetched and morphed on `refresh:<name>`. */
  refreshOn: string;
  className?: string;
  children: ReactNode;
};

export function LivePart({ id, href, refreshOn, className, children }: LivePartProps) {
  return (
    <div
      id={id}
      className={className}
      hx-get={href}
      hx-trigger={`refresh:${refreshOn} from:document`}
      hx-select={`#${id}`}
      hx-target="this"
      hx-swap="outerMorph"
    >
      {children}
    </div>
  );
}
