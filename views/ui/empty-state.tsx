import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export type EmptyStateProps = {
  icon: IconName;
  title: string;
  text?: string;
  action?: ReactNode;
};

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-14 text-center">
      <span className="mb-3 flex size-14 items-center justify-center rounded-full bg-base-200 text-muted">
        <Icon name={icon} size={26} />
      </span>
      <p className="font-semibold">{title}</p>
      {text ? <p className="max-w-sm text-pretty text-muted text-sm">{text}</p> : null}
      {action ? <div className="mt-4">{action}</div> : null}
    </div>
  );
}
