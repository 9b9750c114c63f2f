import { useT } from '@views/i18n.tsx';
import { Button } from '@views/ui/button.tsx';
import { SIMULATOR } from '../phones/simulator.schema.ts';
import type { BankCode } from './bank.ts';

export function BankPage({ codes }: { codes: BankCode[] }) {
  const t = useT();
  return (
    <>
      <h1 className="font-semibold text-xl">{t('simulator:bank.title')}</h1>
      <p className="mt-1 text-muted text-sm">{t('simulator:bank.hint')}</p>
      {codes.length === 0 ? <p className="mt-6">{t('simulator:bank.none')}</p> : null}
      <ul className="mt-6 flex flex-col gap-3">
        {codes.map(({ txid, value, payer, text }) => (
          <li key={txid} className="rounded-box border border-base-300 p-3">
            <form method="post" action={`${SIMULATOR}/bank/${txid}`} className="flex items-center gap-3">
              <span className="min-w-0 grow">
                <span className="block font-semibold tabular-nums">R$ {value.replace('.', ',')}</span>
                <span className="wrap-anywhere block text-muted text-sm">
                  {text} {payer}
                </span>
              </span>
              <Button type="submit" variant="primary">
                {t('simulator:bank.pay')}
              </Button>
            </form>
          </li>
        ))}
      </ul>
    </>
  );
}
