import { useT } from '../i18n.tsx';
import type { ShellProps } from '../shell.ts';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { BrandMark } from './brand.tsx';
import { LanguageChoices, ThemeToggle } from './top-bar.tsx';

export function PayerLayout({
  theme,
  companyName,
  children,
}: Pick<ShellProps, 'theme' | 'companyName' | 'children'>) {
  const t = useT();
  return (
    <div className="mx-auto flex min-h-dvh max-w-5xl flex-col gap-4 p-4">
      <header className="flex items-center gap-1">
        <BrandMark size={32} />
        <span className="mr-auto ml-2 min-w-0 truncate font-semibold">{companyName}</span>
        <Menu id="language-menu" label={t('common:language')} icon="languages">
          <LanguageChoices />
        </Menu>
        <ThemeToggle theme={theme} />
        <form method="post" action="/logout">
          <Button type="submit" variant="ghost" icon="logout">
            {t('common:logout')}
          </Button>
        </form>
      </header>
      <main id="content" tabIndex={-1} className="grow">
        {children}
      </main>
    </div>
  );
}
