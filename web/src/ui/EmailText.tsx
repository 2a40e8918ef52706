/** An e-mail address that breaks before its @, and inside a part only where there is no other way. */
export function EmailText({ email }: { readonly email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <span className="wrap-anywhere">
      {email.slice(0, Math.max(0, at))}
      <wbr />
      {email.slice(Math.max(0, at))}
    </span>
  );
}
