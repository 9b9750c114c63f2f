import { useT } from '@views/i18n.tsx';
import { Icon } from '@views/ui/icons/icon.tsx';
import { TOUR } from './steps.ts';

export function TourPage({ signIn }: { signIn: string }) {
  const t = useT();
  return (
    <>
      <h1 className="font-semibold text-xl">{t('simulator:tour.title')}</h1>
      <p className="mt-1 text-muted text-sm">{t('simulator:tour.text')}</p>
      <ol className="mt-6 flex flex-col gap-2">
        {TOUR.map(({ key, email, to }, index) => (
          <li key={key}>
            <form method="post" action={signIn} data-once="">
              <input type="hidden" name="email" value={email} />
              <button type="submit" name="to" value={to} className="menu-item">
                <span className="font-semibold text-muted tabular-nums">{index + 1}</span>
                <span className="min-w-0 grow text-left">
                  <span className="block font-semibold">{t(`simulator:tour.steps.${key}.title`)}</span>
                  <span className="block text-muted text-sm">{t(`simulator:tour.steps.${key}.text`)}</span>
                </span>
                <Icon name="chevron-right" size={20} />
              </button>
            </form>
          </li>
        ))}
      </ol>
    </>
  );
}
