import type { ReactNode } from 'react';

type SectionProps = { id?: string; title: string; text: string; action?: ReactNode; children: ReactNode };

export function Section({ id, title, text, action, children }: SectionProps) {
  return (
    <section id={id} className="mb-6">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-64">
          <h2 className="font-semibold">{title}</h2>
          <p className="text-pretty text-muted text-sm">{text}</p>
        </div>
        {action}
      </div>
      <div className="panel mt-3 divide-y divide-base-300">{children}</div>
    </section>
  );
}

type LineProps = { title: ReactNode; text: ReactNode; mark?: ReactNode; children?: ReactNode };

export function Line({ title, text, mark, children }: LineProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {title}
          {mark}
        </p>
        <p className="wrap-anywhere text-pretty text-muted text-sm">{text}</p>
      </div>
      {children}
    </div>
  );
}
