import type { Config } from './platform/config.ts';
import type { Seeded } from './seeds/load.ts';

/**
 * The lines that the terminal shows once the product answers: where it is, and how to get in. The first password is
 * told here once and is stored nowhere in the clear.
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
