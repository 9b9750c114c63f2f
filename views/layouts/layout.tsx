import type { ShellProps } from '../shell.ts';
import { opensAtOnce } from '../ui/dialog.tsx';
import { ToastRegion } from '../ui/toasts.tsx';
import { AppLayout } from './app-layout.tsx';
import { BareLayout } from './bare-layout.tsx';
import { OpenLayout } from './open-layout.tsx';
import { PayerLayout } from './payer-layout.tsx';

export function Layout(shell: ShellProps) {
  return (
    <>
      {shell.layout === 'payer' ? (
        <PayerLayout theme={shell.theme} companyName={shell.companyName}>
          {shell.children}
        </PayerLayout>
      ) : shell.layout === 'open' ? (
        <OpenLayout theme={shell.theme}>{shell.children}</OpenLayout>
      ) : shell.layout === 'bare' || !shell.viewer ? (
        <BareLayout theme={shell.theme} bareLogo={shell.bareLogo}>
          {shell.children}
        </BareLayout>
      ) : (
        <AppLayout {...shell} viewer={shell.viewer} />
      )}
      <div id="dialogs" {...(shell.dialog && opensAtOnce(shell.dialog))} />
      <ToastRegion toasts={shell.toasts} />
    </>
  );
}
