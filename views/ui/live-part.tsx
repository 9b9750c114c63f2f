import type { ReactNode } from 'react';

type LivePartProps = {
  id: string;
  href: string;
  /** Refetched and morphed on `refresh:<name>`. */
  refreshOn: string | string[];
  className?: string;
  children: ReactNode;
};

export const refreshTrigger = (names: string | string[]): string =>
  [names]
    .flat()
    .map((name) => `refresh:${name} from:document`)
    .join(', ');

export function LivePart({ id, href, refreshOn, className, children }: LivePartProps) {
  return (
    <div
      id={id}
      className={className}
      hx-get={href}
      hx-trigger={refreshTrigger(refreshOn)}
      hx-select={`#${id}`}
      hx-target="this"
      hx-swap="outerMorph"
      hx-sync="this:replace"
    >
      {children}
    </div>
  );
}
