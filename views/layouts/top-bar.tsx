import { paths } from '@/paths.ts';
import { CommandBar } from '../../islands/command-bar/command-bar.tsx';
import { NotificationBell } from '../../islands/notification-bell/notification-bell.tsx';
import { useI18n } from '../i18n.tsx';
import { Island } from '../island.tsx';
import { formatDate } from '../parts/messages/dates.ts';
import type { ShellProps, Viewer } from '../shell.ts';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton, IconLink } from '../ui/button.tsx';
import { opensDialog } from '../ui/dialog.tsx';
import { LANGUAGES } from '../ui/languages.ts';
import { Menu, MenuChoice, MenuHeading, MenuItem, MenuLink, Popover } from '../ui/menu.tsx';
import { TopPopover } from './top-popover.tsx';

type TopBarProps = { viewer: Viewer; active: string } & Pick<
  ShellProps,
  'menu' | 'theme' | 'phones' | 'help'
>;

export function TopBar({ viewer, active, menu, theme, phones, help }: TopBarProps) {
  const { t } = useI18n();
  const here = menu.find(({ key }) => key === active);
  return (
    <header className="top-bar">
      <IconButton
        icon="menu"
        label={t('common:menu.toggle')}
        data-menu-toggle=""
        aria-controls="menu"
        className="-ml-1"
      />
      <p className="bar-title">
        <Greeting viewer={viewer} />
        <span aria-hidden="true">{here ? t(here.label) : viewer.companyName}</span>
      </p>
      <div id="top-bar-slots" className="flex items-center">
        <Island of={CommandBar} name="command-bar" namespaces={['commands', 'common']} props={{}} />
        {menu
          .filter(({ section }) => section === 'top')
          .map((entry) => (
            <TopPopover key={entry.key} entry={entry} />
          ))}
        <Island
          of={NotificationBell}
          name="notification-bell"
          namespaces={['notifications', 'messages', 'common']}
          props={{ reader: readerOf(viewer) }}
        />
      </div>

      <div className="contents max-md:hidden" data-field="volume">
        <VolumeSlider />
      </div>
      {help ? (
        <span className="relative max-md:hidden">
          <IconLink icon="help" label={t(help.isNew ? 'guides:helpNew' : 'guides:help')} href={help.href} />
          {help.isNew ? <NewsDot /> : null}
        </span>
      ) : null}
      <IconButton icon="reload" label={t('common:reload')} data-reload="" className="max-md:hidden" />
      <span className="contents max-md:hidden">
        <ThemeToggle theme={theme} />
      </span>
      <AccountMenu viewer={viewer} theme={theme} phones={phones} help={help} />
    </header>
  );
}

/** Spec part 1 §2. A phone has room for the company's name; its account menu has the rest. */
function Greeting({ viewer }: { viewer: Viewer }) {
  const { t } = useI18n();
  const until = useActiveUntil(viewer);
  const { name, companyName: company } = viewer;
  return (
    <span>
      <span className="lg:hidden">{company}</span>
      <span className="max-lg:hidden">{t('common:greeting', { name, company })}</span>
      {until ? <span className="ml-2 font-normal text-muted text-sm max-lg:hidden">{until}</span> : null}
    </span>
  );
}

function readerOf({ id, profile, queueIds, allTicket }: Viewer) {
  return { id, profile, queueIds, allTicket };
}

/** Null for everybody but administrators, and when the company has no end date. */
function useActiveUntil({ profile, activeUntil }: Viewer): string | null {
  const { t, timeZone } = useI18n();
  if (profile !== 'admin' || !activeUntil) return null;
  const date = formatDate(activeUntil, { timeZone });
  return t('common:activeUntil', { date });
}

function VolumeSlider() {
  const { t } = useI18n();
  return (
    <Popover id="volume-slider" label={t('common:volume')} icon="volume">
      <label className="flex flex-col gap-3 px-3 py-2 font-medium text-sm">
        {t('common:volume')}
        <input
          type="range"
          min="0"
          max="1"
          step="0.1"
          defaultValue="1"
          className="range range-primary range-sm w-44"
        />
      </label>
    </Popover>
  );
}

export function ThemeToggle({ theme }: { theme: ShellProps['theme'] }) {
  const { t } = useI18n();
  const common = { label: t('common:theme'), 'data-theme-toggle': '', 'data-stored': theme ?? '' };
  return (
    <>
      <IconButton icon="moon" className="only-light" {...common} />
      <IconButton icon="sun" className="only-dark" {...common} />
    </>
  );
}

/** Unauthenticated visitors store it in the browser, people on the server, for all their browsers. */
export function LanguageChoices({ isStored = false }: { isStored?: boolean }) {
  const { locale } = useI18n();
  return Object.entries(LANGUAGES).map(([language, name]) => {
    const chooses = isStored ? storesLanguage(language) : { 'data-language': language };
    return (
      <MenuChoice key={language} checked={language === locale} lang={language} {...chooses}>
        {name}
      </MenuChoice>
    );
  });
}

function storesLanguage(language: string) {
  return { 'hx-put': paths.language(), 'hx-vals': JSON.stringify({ language }), 'hx-swap': 'none' };
}

function NewsDot() {
  return (
    <span
      data-news=""
      aria-hidden="true"
      className="pointer-events-none absolute top-1 right-1 size-2 rounded-full bg-primary"
    />
  );
}

function AccountMenu({ viewer, theme, phones, help }: Omit<TopBarProps, 'active' | 'menu'>) {
  const { t } = useI18n();
  const until = useActiveUntil(viewer);
  return (
    <Menu
      id="account-menu"
      label={t('common:account')}
      trigger={<Avatar name={viewer.name} src={viewer.picture} size={32} />}
    >
      <div className="border-base-300 border-b px-3 pt-1 pb-3" role="presentation">
        <p className="font-semibold">
          {t('common:greeting', { name: viewer.name, company: viewer.companyName })}
        </p>
        <p className="truncate text-muted text-sm">{viewer.email}</p>
        {until ? <p className="text-muted text-sm">{until}</p> : null}
      </div>
      <MenuItem icon="user" {...opensDialog('/profile')}>
        {t('common:profile')}
      </MenuItem>
      <MenuLink icon="shield" href="/profile/security">
        {t('auth:security.title')}
      </MenuLink>
      {phones ? (
        <MenuLink icon="smartphone" href={phones}>
          {t('auth:demo.phones')}
        </MenuLink>
      ) : null}
      <div className="md:hidden">
        {help ? (
          <MenuLink icon="help" href={help.href}>
            {t(help.isNew ? 'guides:helpNew' : 'guides:help')}
          </MenuLink>
        ) : null}
        <MenuItem icon="moon" data-theme-toggle="" data-stored={theme ?? ''}>
          {t('common:theme')}
        </MenuItem>
      </div>
      <MenuHeading>{t('common:language')}</MenuHeading>
      <LanguageChoices isStored />
      <form method="post" action="/logout" className="mt-1 border-base-300 border-t pt-1">
        <MenuItem icon="logout" type="submit">
          {t('common:logout')}
        </MenuItem>
      </form>
    </Menu>
  );
}
