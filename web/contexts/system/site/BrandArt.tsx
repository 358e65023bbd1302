import type { SiteKey } from '@yikao/model/contexts/system/website.calls.ts';
import type { ReactNode } from 'react';

const brand = 'var(--color-brand)';
const turn = 2 * Math.PI;

/** The drawing behind the brand's words, one a site: a hall, strokes of a brush, a compass. */
export function BrandArt({ siteKey }: { readonly siteKey: SiteKey }) {
  return (
    <svg viewBox="0 0 1000 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {drawings[siteKey]()}
    </svg>
  );
}

const drawings: Record<SiteKey, () => ReactNode> = { ykzyb: hall, mszytb: strokes, ykzyzn: compass };

/** Seats of a hall in arcs before a lit stage; one seat is taken, and its way to the stage is drawn. */
function hall() {
  const stage = { x: 760, y: 110 };
  const seats = Array.from({ length: 11 }, (_, row) => row).flatMap(row => {
    const radius = 190 + row * 54;
    const count = Math.floor((turn * radius * 0.42) / 46);
    return Array.from({ length: count }, (_, seat) => {
      const angle = turn * (0.085 + (0.42 * (seat + 0.5)) / count);
      return {
        key: `${row}-${seat}`,
        x: stage.x + radius * Math.cos(angle),
        y: stage.y + radius * Math.sin(angle),
        size: 3.5 + row * 0.4,
        opacity: 0.5 - row * 0.044,
      };
    });
  });
  return (
    <>
      <defs>
        <radialGradient id="light" cx="0.5" cy="0.5" r="0.5">
          <stop offset="0" stopColor={brand} stopOpacity="0.28" />
          <stop offset="1" stopColor={brand} stopOpacity="0" />
        </radialGradient>
      </defs>
      <circle cx={stage.x} cy={stage.y} r="460" fill="url(#light)" />
      <circle cx={stage.x} cy={stage.y} r="104" fill={brand} fillOpacity="0.1" />
      <circle cx={stage.x} cy={stage.y} r="64" fill={brand} fillOpacity="0.16" />
      <circle cx={stage.x} cy={stage.y} r="24" fill={brand} />
      {seats.map(seat => (
        <circle key={seat.key} cx={seat.x} cy={seat.y} r={seat.size} fill={brand} opacity={seat.opacity} />
      ))}
      <path
        d="M352 566C430 520 470 452 500 392C548 296 610 240 690 172"
        fill="none"
        stroke={brand}
        strokeWidth="3"
        strokeOpacity="0.8"
        strokeDasharray="1 12"
        strokeLinecap="round"
      />
      <circle cx="352" cy="566" r="22" fill={brand} fillOpacity="0.18" />
      <circle cx="352" cy="566" r="10" fill={brand} />
    </>
  );
}

/** Broad strokes over the faint grid that a painter lays under a picture. */
function strokes() {
  const lines = Array.from({ length: 12 }, (_, index) => 60 + index * 80);
  return (
    <>
      <g stroke={brand} strokeOpacity="0.1">
        {lines.map(at => (
          <path key={at} d={`M${at} 0V900M0 ${at}H1000`} />
        ))}
        <path d="M60 60L940 860M940 60L60 860" />
      </g>
      <g fill="none" stroke={brand} strokeLinecap="round">
        <path d="M180 470C300 190 520 120 700 210" strokeWidth="120" strokeOpacity="0.14" />
        <path d="M240 560C400 300 620 260 830 380" strokeWidth="84" strokeOpacity="0.2" />
        <path d="M330 620C480 440 660 420 800 500" strokeWidth="46" strokeOpacity="0.38" />
        <path d="M430 640C540 560 650 545 742 580" strokeWidth="18" strokeOpacity="0.75" />
      </g>
      <g fill={brand}>
        <circle cx="800" cy="168" r="46" fillOpacity="0.2" />
        <circle cx="878" cy="238" r="26" fillOpacity="0.34" />
        <circle cx="906" cy="312" r="13" fillOpacity="0.7" />
      </g>
    </>
  );
}

/** A compass with a needle that follows the path. */
function compass() {
  const centre = { x: 600, y: 340 };
  const ticks = Array.from({ length: 72 }, (_, index) => {
    const angle = (turn * index) / 72;
    const outer = 268;
    const inner = index % 18 === 0 ? 226 : index % 6 === 0 ? 244 : 256;
    const point = (radius: number) =>
      `${centre.x + radius * Math.cos(angle)} ${centre.y + radius * Math.sin(angle)}`;
    return { key: index, d: `M${point(inner)}L${point(outer)}`, strong: index % 6 === 0 };
  });
  return (
    <>
      <g fill="none" stroke={brand}>
        <circle cx={centre.x} cy={centre.y} r="350" strokeOpacity="0.12" />
        <circle cx={centre.x} cy={centre.y} r="440" strokeOpacity="0.08" />
        <circle cx={centre.x} cy={centre.y} r="290" strokeOpacity="0.3" strokeWidth="2" />
        <circle cx={centre.x} cy={centre.y} r="170" strokeOpacity="0.18" />
        {ticks.map(tick => (
          <path
            key={tick.key}
            d={tick.d}
            strokeWidth={tick.strong ? 4 : 2}
            strokeOpacity={tick.strong ? 0.6 : 0.28}
          />
        ))}
        <path
          d="M130 700C250 690 300 610 380 580C470 546 500 470 560 400"
          strokeWidth="3"
          strokeOpacity="0.6"
          strokeDasharray="1 12"
          strokeLinecap="round"
        />
      </g>
      <circle cx={centre.x} cy={centre.y} r="250" fill={brand} fillOpacity="0.06" />
      <g transform={`rotate(38 ${centre.x} ${centre.y})`}>
        <path d="M600 128L634 340H566Z" fill={brand} />
        <path d="M600 552L634 340H566Z" fill={brand} fillOpacity="0.28" />
      </g>
      <circle cx={centre.x} cy={centre.y} r="15" fill="#fff" />
      <circle cx="130" cy="700" r="9" fill={brand} fillOpacity="0.6" />
    </>
  );
}
