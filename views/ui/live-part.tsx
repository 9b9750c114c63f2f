import type { ReactNode } from 'react';

type LivePartProps = {
  id: string;
  /** The page that holds it. */
  href: string;
  /** It is fetched again, and merged, on `refresh:<name>`. */
  refreshOn: string;
  className?: string;
  children: ReactNode;
};

/** A part of a page that shows what others have saved; what stands in it and is the same stays. */
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
