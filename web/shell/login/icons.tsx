import type { ReactNode } from 'react';

function Icon({ children }: { readonly children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** An eye, open or crossed out. The login page has a separate few icons, to avoid loading a set. */
export function EyeIcon({ closed }: { readonly closed: boolean }) {
  return (
    <Icon>
      <path d="M1.8 10S4.8 4.8 10 4.8 18.2 10 18.2 10 15.2 15.2 10 15.2 1.8 10 1.8 10Z" />
      <circle cx="10" cy="10" r="2.4" />
      {closed && <path d="M3.6 16.4 16.4 3.6" />}
    </Icon>
  );
}

/** An arrow around: another one, please. */
export function AgainIcon() {
  return (
    <Icon>
      <path d="M16 10a6 6 0 1 1-1.8-4.3M16.4 3v3.2h-3.2" />
    </Icon>
  );
}
