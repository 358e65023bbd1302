const systems: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

// Browsers also include the names of others, so more specific ones come first.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\/(\d+)/, '微信'],
  [/Edg\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
];

/** A user agent in readable form, `Chrome 140 · Windows`; '' if it contains neither. */
export function deviceOf(userAgent: string): string {
  const browser = browsers.flatMap(([form, name]) => {
    const found = form.exec(userAgent);
    return found ? [`${name} ${found[1] ?? ''}`.trim()] : [];
  })[0];
  const system = systems.find(([form]) => form.test(userAgent))?.[1];
  return [browser, system].filter(Boolean).join(' · ');
}
