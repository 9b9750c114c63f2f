export function EmailText({ children: email }: { children: string }) {
  const at = email.lastIndexOf('@');
  if (at < 1) return <span className="wrap-anywhere">{email}</span>;
  return (
    <span title={email} className="wrap-anywhere inline-block min-[600px]:min-w-44">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}
