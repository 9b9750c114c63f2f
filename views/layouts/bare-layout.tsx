import type { ReactNode } from 'react';
import { DEFAULT_BRANDING, useBranding } from '../branding.tsx';
import { useT } from '../i18n.tsx';
import type { ShellProps } from '../shell.ts';
import { Menu } from '../ui/menu.tsx';
import { BrandMark } from './brand.tsx';
import { LanguageChoices, ThemeToggle } from './top-bar.tsx';

type BareLayoutProps = Pick<ShellProps, 'theme' | 'bareLogo'> & { children: ReactNode };

export function BareLayout({ theme, bareLogo = 'login', children }: BareLayoutProps) {
  const t = useT();
  const { name, logos, support } = useBranding();
  return (
    <div className="auth">
      <div className="auth-side">
        <header className="flex items-center gap-1">
          <BrandMark size={32} logo={bareLogo} />
          <span className="mr-auto ml-2 font-bold text-lg tracking-tight">
            {logos[bareLogo] || logos.interno ? '' : name}
          </span>
          <Menu id="language-menu" label={t('common:language')} icon="languages">
            <LanguageChoices />
          </Menu>
          <ThemeToggle theme={theme} />
        </header>
        <main id="content" className="auth-form">
          {children}
        </main>
        <footer className="text-center text-muted text-xs">
          {support ? <p className="wrap-anywhere mb-1">{t('auth:support', { support })}</p> : null}
          {t('auth:copyright', { name })}
        </footer>
      </div>
      <Scene />
    </div>
  );
}

function Scene() {
  const t = useT();
  const { name } = useBranding();
  return (
    <div className="auth-scene" aria-hidden="true">
      <div className="scene-card">
        <div className="flex items-center gap-3 border-base-300 border-b px-4 py-3">
          <span className="flex size-9 items-center justify-center rounded-full bg-[#0f6b63] font-semibold text-sm text-white">
            MS
          </span>
          <div className="min-w-0 grow">
            <p className="font-semibold text-sm">Marina Souza</p>
            <p className="text-muted text-xs">{t('auth:scene.waiting')}</p>
          </div>
          <span className="chip bg-(--bubble-own)">{t('auth:scene.queue')}</span>
        </div>
        <div className="flex flex-col gap-2 p-4">
          <p className="scene-bubble">{t('auth:scene.question')}</p>
          <p className="scene-bubble scene-bubble-own">{t('auth:scene.answer')}</p>
          <p className="scene-bubble">{t('auth:scene.thanks')}</p>
        </div>
      </div>
      <div className="max-w-md">
        <p className="text-balance font-semibold text-3xl leading-tight tracking-tight">
          {t(name === DEFAULT_BRANDING.name ? 'auth:tagline' : 'auth:taglineOther')}
        </p>
        <p className="mt-3 text-pretty text-[#fff4ec] text-base">{t('auth:pitch')}</p>
      </div>
    </div>
  );
}
