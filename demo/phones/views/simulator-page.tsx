import { SIMULATOR, type SimulatorView, simulatorPaths } from '@demo/phones/simulator.schema.ts';
import { useT } from '@views/i18n.tsx';
import { BrandMark } from '@views/layouts/brand.tsx';
import { LanguageChoices, ThemeToggle } from '@views/layouts/top-bar.tsx';
import { Button, LinkButton } from '@views/ui/button.tsx';
import { opensDialog } from '@views/ui/dialog.tsx';
import { Menu } from '@views/ui/menu.tsx';
import { paths } from '@/paths.ts';
import { FaultSwitches } from './fault-switches.tsx';
import { LineCards } from './line-cards.tsx';
import { PhonePanel } from './phone-panel.tsx';
import { Watch } from './simulator-changes.tsx';

type SimulatorPageProps = { view: SimulatorView; seen: string; theme: 'light' | 'dark' | null };

export function SimulatorPage({ view, seen, theme }: SimulatorPageProps) {
  const t = useT();
  return (
    <div className="sim">
      <header className="sim-top">
        <BrandMark size={32} />
        <div className="sim-top-words">
          <h1>{t('simulator:title')}</h1>
          <p>{t('simulator:subtitle')}</p>
        </div>
        <LinkButton href={`${SIMULATOR}/mails`} size="sm" icon="mail">
          <span className="sim-top-label">{t('simulator:mails.open')}</span>
        </LinkButton>
        <LinkButton href={paths.tickets()} target="_blank" size="sm" icon="headphones">
          <span className="sim-top-label">{t('simulator:openWorkspace')}</span>
        </LinkButton>
        <Menu id="language-menu" label={t('common:language')} icon="languages">
          <LanguageChoices />
        </Menu>
        <ThemeToggle theme={theme} />
      </header>
      <main id="content">
        <div className="sim-company">
          <section aria-labelledby="lines-title">
            <h2 id="lines-title" className="sim-heading">
              {t('simulator:lines.title')}
            </h2>
            <div id="lines" className="sim-lines">
              <LineCards lines={view.lines} />
            </div>
          </section>
          <section aria-labelledby="faults-title">
            <h2 id="faults-title" className="sim-heading">
              {t('simulator:faults.title')}
            </h2>
            <div id="faults" className="sim-faults">
              <FaultSwitches faults={view.faults} />
            </div>
          </section>
        </div>
        <section aria-labelledby="phones-title">
          <div className="sim-heading-row">
            <h2 id="phones-title" className="sim-heading">
              {t('simulator:customers.title')}
            </h2>
            <Button icon="user-plus" size="sm" {...opensDialog(simulatorPaths.newCustomer())}>
              {t('simulator:new.open')}
            </Button>
          </div>
          <div id="phones" className="sim-phones">
            {view.customers.map((customer) => (
              <PhonePanel key={customer.number} customer={customer} />
            ))}
          </div>
        </section>
      </main>
      <Watch seen={seen} />
    </div>
  );
}
