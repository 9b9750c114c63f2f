import { createContext, type ReactNode, useContext } from 'react';

const TitleContext = createContext<string | null>(null);

export const ShownTitle = TitleContext.Provider;

/** Whether the page's heading already is this title. */
export const useIsShown = (title: string): boolean => useContext(TitleContext) === title;

type PageHeaderProps = {
  title: string;
  text?: ReactNode;
  children?: ReactNode;
};

export function PageHeader({ title, text, children }: PageHeaderProps) {
  return (
    <header className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="mr-auto min-w-0">
        <h1 className="page-title truncate">{title}</h1>
        {text ? <p className="text-muted text-sm">{text}</p> : null}
      </div>
      {children ? <div className="page-actions flex flex-wrap items-center gap-2">{children}</div> : null}
    </header>
  );
}

export function Panel({ className = '', children }: { className?: string; children: ReactNode }) {
  return <section className={`panel ${className}`}>{children}</section>;
}
