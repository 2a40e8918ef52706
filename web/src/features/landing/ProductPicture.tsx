/**
 * Pictures of the running product, made by `npm run screenshots` and kept in `pictures/`:
 * product-light.png and product-dark.png, 1440 × 900. Without them the page simply has no picture.
 */
const pictures = import.meta.glob<string>('./pictures/product-*.png', {
  eager: true,
  query: '?url',
  import: 'default',
});

export function ProductPicture() {
  const light = pictures['./pictures/product-light.png'];
  const dark = pictures['./pictures/product-dark.png'];
  if (light === undefined) {
    return null;
  }
  return (
    <picture>
      {dark !== undefined && <source srcSet={dark} media="(prefers-color-scheme: dark)" />}
      <img
        src={light}
        width={1440}
        height={900}
        fetchPriority="high"
        alt="An organization's security risk assessment in Sentrywell: the compliance score, the counts by verdict and the settings to mend first."
        className="mt-14 h-auto w-full rounded-2xl border border-line shadow-raised"
      />
    </picture>
  );
}
