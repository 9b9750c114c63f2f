import type { ReactNode } from 'react';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export function ImportReportDialog({ id, children }: { id: string; children: ReactNode }) {
  const t = useT();
  return (
    <Dialog
      id={id}
      title={t('contacts:import.reportTitle')}
      size="lg"
      footer={
        <Button variant="primary" data-close="">
          {t('common:close')}
        </Button>
      }
    >
      {children}
    </Dialog>
  );
}

type ImportCourseProps = {
  id: string;
  href: string;
  refresh: string;
  view: { state: 'preview' | 'running' | 'done'; done: number; total: number };
  children: ReactNode;
};

export function ImportCourse({ id, href, refresh, view, children }: ImportCourseProps) {
  const t = useT();
  const { state, done, total } = view;
  const isDone = state === 'done';
  return (
    <div
      id={id}
      className="flex flex-col gap-3"
      {...(!isDone && {
        'hx-get': href,
        'hx-trigger': `refresh:${refresh} from:document, every 5s`,
        'hx-target': 'this',
        'hx-swap': 'outerHTML',
      })}
    >
      <p role="status">{t(isDone ? 'contacts:import.done' : 'contacts:import.running', { done, total })}</p>
      <progress
        className="progress progress-primary w-full"
        aria-label={t('contacts:import.reportTitle')}
        value={done}
        max={Math.max(1, total)}
      />
      {children}
    </div>
  );
}
