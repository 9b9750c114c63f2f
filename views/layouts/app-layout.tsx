import { useT } from '../i18n.tsx';
import type { ShellProps, Viewer } from '../shell.ts';
import { DueNotice } from './due-notice.tsx';
import { PageFrame } from './frame.tsx';
import { ProxyNotice } from './proxy-notice.tsx';
import { SpaceNotice } from './space-notice.tsx';
import { StateTemplates } from './states.tsx';
import { VisitNotice } from './visit-notice.tsx';

export function AppLayout({ viewer, children, ...shell }: ShellProps & { viewer: Viewer }) {
  const t = useT();
  const fillsHeight = shell.layout === 'wide' || shell.layout === 'tall';
  return (
    <div className={fillsHeight ? 'shell shell-wide' : 'shell'} data-view={shell.view}>
      <a href="#content" className="skip-link">
        {t('common:skipToContent')}
      </a>
      <PageFrame
        viewer={viewer}
        menu={shell.menu}
        active={shell.active}
        version={shell.version}
        theme={shell.theme}
        phones={shell.phones}
        help={shell.help}
      />
      <VisitNotice visited={shell.visited} />
      <SpaceNotice space={shell.space} />
      <ProxyNotice unknownProxy={shell.unknownProxy} />
      {shell.space && shell.unknownProxy ? null : <DueNotice dueInDays={shell.dueInDays} />}
      <StateTemplates />
      <main id="content" tabIndex={-1} className="shell-main">
        {children}
      </main>
    </div>
  );
}
