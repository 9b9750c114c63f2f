import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons/icon.tsx';
import { STATE_DRAWINGS } from './icons/state-drawings.ts';

export type RenderedStateProps = {
  kind?: keyof typeof STATE_DRAWINGS;
  icon?: IconName;
  title: string;
  text?: string;
  action?: ReactNode;
  level?: 1;
};

export function RenderedState({ kind = 'empty', icon, title, text, action, level }: RenderedStateProps) {
  const Title = level ? 'h1' : 'p';
  return (
    <div className="state" data-state={kind}>
      <span className="state-art">
        <svg
          viewBox="0 0 120 84"
          width="120"
          height="84"
          fill="none"
          stroke="currentColor"
          aria-hidden="true"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of state-drawings.ts
          dangerouslySetInnerHTML={{ __html: STATE_DRAWINGS[kind] }}
        />
        {icon ? <Icon name={icon} size={24} /> : null}
      </span>
      <Title className="state-title">{title}</Title>
      {text ? <p className="state-text">{text}</p> : null}
      {action ? <div className="state-next">{action}</div> : null}
    </div>
  );
}
