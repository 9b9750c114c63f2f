import type { Toast } from '../shell.ts';
import { Icon, type IconName } from './icons/icon.tsx';

const ICONS: Record<Toast['level'], IconName> = {
  success: 'circle-check',
  info: 'info',
  warning: 'alert-triangle',
  error: 'circle-x',
};

export function ToastRegion({ toasts }: { toasts: Toast[] }) {
  return (
    <div id="toasts" className="toasts" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <div key={toast.level + toast.text} className={`toast-card tone-${toast.level}`} data-toast="">
          <Icon name={ICONS[toast.level]} size={20} />
          <span>{toast.text}</span>
        </div>
      ))}
    </div>
  );
}
