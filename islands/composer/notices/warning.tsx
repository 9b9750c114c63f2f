import { Icon } from '@views/ui/icons/icon.tsx';
import type { ReactNode } from 'react';

export function Warning({ mark, children }: { mark: string; children: ReactNode }) {
  return (
    <p
      role="status"
      data-notice={mark}
      className="flex items-center gap-2 bg-warning px-3 py-1 text-sm text-warning-content"
    >
      <Icon name="wifi-off" size={16} /> {children}
    </p>
  );
}
