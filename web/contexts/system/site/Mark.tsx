/** The product's mark: two strokes of a brush that rise to a point, in the brand's colour. */
export function Mark({ className }: { readonly className?: string }) {
  return (
    <svg className={className} viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--color-brand)" />
      <g fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round">
        <path d="M7 21.5c4.2-.4 6.3-2.9 7.2-6.6.8-3.3 2.6-5.6 6-6.9" />
        <path d="M12.5 24.2c5.3-.6 9.7-3.8 12.3-9.2" strokeOpacity=".62" />
      </g>
      <circle cx="24.2" cy="8.8" r="2.4" fill="#fff" />
    </svg>
  );
}
