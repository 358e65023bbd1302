import type { Config } from './platform/config.ts';
import type { Seeded } from './seeds/load.ts';

/**
 * The lines printed once the product is ready: its address, and how to log in. The first password is shown only here
 * and not stored in plain text.
 */
export function greeting(
  address: string,
  seeded: Seeded,
  config: Pick<Config, 'adminPassword' | 'captcha' | 'demo'>,
): string {
  const lines = ['', `  Yikao answers at  ${address}`, `  Account           ${seeded.userName}`];
  if (seeded.password === undefined) {
    lines.push('  Password          the one told at the first start, or set since');
  } else if (config.adminPassword === undefined) {
    lines.push(`  Password          ${seeded.password}   (told only now: change it after the first login)`);
  } else {
    lines.push('  Password          the one of ADMIN_PASSWORD');
  }
  if (seeded.password !== undefined && config.demo) {
    lines.push(
      '  Demo accounts     ops, sale01, sale02, salelead01, partner01, agent01, finance01, hunan01: the same password',
    );
  }
  if (!config.captcha) lines.push('  Warning           login asks for no captcha (CAPTCHA=off)');
  return `${lines.join('\n')}\n\n`;
}
