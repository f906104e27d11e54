import { useText } from '../text/use-text.ts';

/** The name of the program in the header. */
export function Product() {
  return (
    <div className="header-product">
      <Logo />
      <h1 className="header-name">{useText().product}</h1>
    </div>
  );
}

/** The logo: a ladder of orders under a magnifying glass. */
function Logo() {
  return (
    <svg className="logo" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="9" cy="9" r="6.5" fill="none" stroke="currentColor" strokeWidth="1.75" />
      <path d="M6 7h6M6 9.25h4M6 11.5h5" stroke="currentColor" strokeWidth="1.25" strokeLinecap="round" />
      <path d="M13.8 13.8 18 18" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
