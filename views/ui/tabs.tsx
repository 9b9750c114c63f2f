export type Tab = { key: string; label: string; href: string; count?: number };

export function Tabs({ label, tabs, active }: { label: string; tabs: Tab[]; active: string }) {
  return (
    <nav aria-label={label} className="tab-row" data-scrolls-sideways="">
      {tabs.map((tab) => (
        <a key={tab.key} href={tab.href} aria-current={tab.key === active ? 'page' : undefined}>
          {tab.label}
          {tab.count === undefined ? null : <span className="badge badge-quiet badge-xs">{tab.count}</span>}
        </a>
      ))}
    </nav>
  );
}
