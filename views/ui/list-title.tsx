type ListTitleProps = {
  id: string;
  title: string;
  count: number | undefined;
  level: 1 | 2;
  isLong: true | undefined;
};

export const countId = (list: string) => `${list}-count`;

export function ListTitle({ id, title, count, level, isLong }: ListTitleProps) {
  const Title = level === 1 ? 'h1' : 'h2';
  return (
    <Title
      className={`${isLong ? 'text-pretty' : 'truncate'} ${level === 1 ? 'page-title' : 'font-semibold tracking-tight'}`}
      title={title}
    >
      {title}
      {count === undefined ? null : (
        <>
          {' ('}
          <span id={id}>{count}</span>)
        </>
      )}
    </Title>
  );
}
