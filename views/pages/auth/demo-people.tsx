import { useT } from '../../i18n.tsx';
import { Avatar } from '../../ui/avatar.tsx';

export type Demo = {
  people: { name: string; email: string; profile: 'admin' | 'supervisor' | 'user'; company: string }[];
  signIn: string;
  phones: string;
  tour: string;
};

export function DemoPeople({ demo: { people, signIn, phones, tour } }: { demo: Demo }) {
  const t = useT();
  return (
    <section aria-labelledby="demo" className="mt-8 rounded-box border border-base-300 p-4">
      <h2 id="demo" className="font-semibold">
        {t('auth:demo.title')}
      </h2>
      <p className="mb-3 text-muted text-sm">{t('auth:demo.text')}</p>
      <a href={tour} className="mb-3 inline-block font-semibold text-primary text-sm hover:underline">
        {t('auth:demo.tour')}
      </a>
      <form method="post" action={signIn} data-once="" className="flex flex-col gap-1">
        <input type="hidden" name="to" value="/" />
        {people.map(({ name, email, profile, company }) => (
          <button key={email} type="submit" name="email" value={email} className="menu-item">
            <Avatar name={name} size={32} />
            <span className="min-w-0 grow truncate text-left">
              <span className="font-semibold">{name}</span>
              <span className="text-muted text-sm"> · {company}</span>
            </span>
            <span className="text-muted text-sm">{t(`auth:demo.${profile}`)}</span>
          </button>
        ))}
      </form>
      <a href={phones} className="mt-3 inline-block font-semibold text-primary text-sm hover:underline">
        {t('auth:demo.phones')}
      </a>
    </section>
  );
}
