import { useBranding } from '../branding.tsx';
import { useT } from '../i18n.tsx';
import type { ShellProps } from '../shell.ts';
import { Menu } from '../ui/menu.tsx';
import { BrandMark } from './brand.tsx';
import { LanguageChoices, ThemeToggle } from './top-bar.tsx';

export function OpenLayout({ theme, children }: Pick<ShellProps, 'theme' | 'children'>) {
  const t = useT();
  const { name } = useBranding();
  return (
    <div className="mx-auto flex min-h-dvh max-w-3xl flex-col gap-6 p-4 print:block print:min-h-0 print:p-0">
      <header className="flex items-center gap-1 print:hidden">
        <a href="/" className="mr-auto flex min-w-0 items-center gap-2 font-semibold">
          <BrandMark size={32} />
          <span className="min-w-0 truncate">{name}</span>
        </a>
        <Menu id="language-menu" label={t('common:language')} icon="languages">
          <LanguageChoices />
        </Menu>
        <ThemeToggle theme={theme} />
      </header>
      <main id="content" tabIndex={-1} className="grow pb-8">
        {children}
      </main>
    </div>
  );
}
