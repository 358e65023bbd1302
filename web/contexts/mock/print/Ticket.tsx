import type { PrintData, PrintTicket } from '@yikao/model/contexts/mock/calls/mock-print.calls.ts';
import { brandInk, shows } from '@yikao/model/contexts/mock/rules/print-templates.ts';
import { type CSSProperties, memo, type ReactNode } from 'react';
import { useStoredImage } from '../../../fields/files/use-stored-image.ts';
import { cleanHtml } from '../../../fields/rich-text/clean-html.ts';
import { useFieldServices } from '../../../fields/services.ts';
import { Barcode } from './Barcode.tsx';
import { Photo } from './Photo.tsx';
import paper from './paper.module.css';
import { Qr } from './Qr.tsx';
import { scoreAddress } from './score-address.ts';
import styles from './Ticket.module.css';
import { usePrintTexts } from './texts.ts';
import parts from './ticket-facts.module.css';
import notes from './ticket-notes.module.css';

type Template = PrintData['template'];

/** The layout of a page; everything else is a setting of its record (domain section 5). */
const arrangements: Readonly<Record<string, 'boxes' | 'halves' | 'strip' | 'sheet'>> = {
  printHeNan: 'boxes',
  printHenan2: 'halves',
  printMsjxzj: 'strip',
  printHn: 'sheet',
  printZnz: 'sheet',
};

/** Most sessions with separate rows if several tickets share the paper; more are put side by side. */
const rowsOnShare = 3;

interface TicketProps {
  readonly of: PrintTicket;
  readonly exam: PrintData['exam'];
  readonly template: Template;
}

/** One ticket in its part of the paper; it is never split between pages. */
export const Ticket = memo(function Ticket({ of, exam, template }: TicketProps) {
  const texts = usePrintTexts();
  const arrangement = arrangements[template.templateKey] ?? 'side';
  const strip = arrangement === 'strip';
  const seal = shows(template, 'seal');
  return (
    <article
      className={styles.ticket}
      data-arrangement={arrangement}
      data-ticket={of.ticketNo ?? ''}
      style={{ '--brand': brandInk(template.brandColour) } as CSSProperties}
    >
      <Head of={of} exam={exam} template={template} />
      <div className={styles.halves}>
        <div className={styles.main}>
          {arrangement === 'boxes' && <Boxes of={of} />}
          <div className={styles.body}>
            <Facts of={of} template={template} placed={arrangement !== 'boxes'} />
            <Side of={of} exam={exam} template={template} barcode={arrangement !== 'boxes'} />
          </div>
          {strip || (template.perPage > 1 && of.sessions.length > rowsOnShare) ? (
            <SessionStrip of={of} />
          ) : (
            <Sessions of={of} />
          )}
          {shows(template, 'map') && <AreaMap of={of} low={template.perPage > 1} />}
          {shows(template, 'materials') && (
            <p className={notes.materials}>
              <b>{texts.materials}</b>
              {texts.materialList.map(item => (
                <span key={item}>□ {item}</span>
              ))}
            </p>
          )}
          {!shows(template, 'backNotice') && <Notices exam={exam} template={template} />}
          {shows(template, 'pledge') && (
            <section className={notes.pledge}>
              <h3>{texts.pledge}</h3>
              <p>{texts.pledgeText}</p>
              <p>
                <span>{texts.signature}</span>
                <span>{texts.day}</span>
              </p>
            </section>
          )}
        </div>
        {shows(template, 'checkIn') && <CheckIn of={of} />}
      </div>
      {seal && <SealArea host={exam.partnersName} image={template.sealImg} />}
    </article>
  );
});

/** The back of a ticket: its notices on a separate page. */
export function TicketBack({ exam, template }: Omit<TicketProps, 'of'>) {
  const texts = usePrintTexts();
  return (
    <article
      className={styles.ticket}
      data-arrangement="back"
      style={{ '--brand': brandInk(template.brandColour) } as CSSProperties}
    >
      <header className={styles.head}>
        <div className={styles.titles}>
          <h2>{exam.examName}</h2>
          <h3>{texts.notices}</h3>
        </div>
      </header>
      <Notices exam={exam} template={template} untitled />
    </article>
  );
}

function Head({ of, exam, template }: TicketProps) {
  const texts = usePrintTexts();
  const { imageUrl } = useFieldServices();
  const across = arrangements[template.templateKey] === 'boxes';
  return (
    <header className={styles.head}>
      {template.logo && (
        <img className={paper.logo} src={imageUrl(template.logo)} alt={template.brandName ?? ''} />
      )}
      <div className={styles.titles}>
        {template.brandName && <p className={paper.brand}>{template.brandName}</p>}
        <h2>{exam.examName}</h2>
        <h3>{texts.ticket}</h3>
      </div>
      {across && template.showBarcode === 1 && of.ticketNo && <Barcode of={of.ticketNo} />}
    </header>
  );
}

function Facts({ of, template, placed }: Omit<TicketProps, 'exam'> & { readonly placed: boolean }) {
  const texts = usePrintTexts();
  const facts: readonly (readonly [string, string | null])[] = [
    [texts.number, of.ticketNo],
    [texts.name, of.studentName],
    [texts.gender, texts.genders[of.gender ?? 0] ?? ''],
    [texts.idNo, of.idNo],
    [texts.category, of.categoryName],
    ...(shows(template, 'agency') ? ([[texts.agency, of.agentName]] as const) : []),
    ...(shows(template, 'teacher') ? ([[texts.teacher, of.teacherName]] as const) : []),
    ...(placed
      ? ([
          [texts.area, of.areaName],
          [texts.room, roomText(of, texts.roomNo) ?? texts.notYet],
          [texts.seat, of.seatNo === null ? texts.notYet : texts.seatNo(of.seatNo)],
        ] as const)
      : []),
    [texts.address, of.address],
  ];
  const narrow = facts.filter(([name]) => name !== texts.number && name !== texts.address);
  // An odd one at the end takes the whole line.
  const lone = narrow.length % 2 === 1 ? narrow.at(-1)?.[0] : undefined;
  return (
    <dl className={parts.facts}>
      {facts.map(([name, value]) => (
        <div
          key={name}
          data-wide={name === texts.address || name === lone || undefined}
          data-strong={name === texts.number || undefined}
        >
          <dt>{name}</dt>
          <dd>{value || '—'}</dd>
        </div>
      ))}
    </dl>
  );
}

function roomText({ roomNo, roomName, building }: PrintTicket, numbered: (no: number) => string) {
  if (roomNo === null) return null;
  return [numbered(roomNo), [building, roomName].filter(Boolean).join(' ')].filter(Boolean).join(' · ');
}

function Side({ of, exam, template, barcode }: TicketProps & { readonly barcode: boolean }) {
  const texts = usePrintTexts();
  const { ticketNo } = of;
  const address = () =>
    scoreAddress(template, { ...of, examId: exam.examId, ticketNo: ticketNo ?? '' }, window.location.origin);
  const codes = [
    ...(shows(template, 'qr') && ticketNo ? [{ leads: ticketNo, text: texts.qr }] : []),
    ...(shows(template, 'scoreQr') && ticketNo ? [{ leads: address(), text: texts.scoreQr }] : []),
  ];
  if (template.showPhoto !== 1 && codes.length === 0 && !(barcode && template.showBarcode === 1)) return null;
  return (
    <div className={parts.side}>
      {template.showPhoto === 1 && <Photo path={of.photo} of={of.studentName} />}
      {codes.map(({ leads, text }) => (
        <figure key={text} className={parts.qr}>
          <Qr of={leads} />
          <figcaption>{text}</figcaption>
        </figure>
      ))}
      {barcode && template.showBarcode === 1 && of.ticketNo && <Barcode of={of.ticketNo} />}
    </div>
  );
}

/** Place, room and seat in large boxes. */
function Boxes({ of }: Pick<TicketProps, 'of'>) {
  const texts = usePrintTexts();
  return (
    <dl className={parts.boxes}>
      {(
        [
          [texts.area, of.areaName],
          [texts.room, of.roomNo ?? texts.notYet],
          [texts.seat, of.seatNo ?? texts.notYet],
        ] as const
      ).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-number={typeof value === 'number' || undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** `2027-01-16 08:30:00` as the day and the time of day. */
const dayOf = (time: string) => time.slice(0, 10);
const clockOf = (time: string) => time.slice(11, 16);

function Sessions({ of: { sessions } }: Pick<TicketProps, 'of'>) {
  const texts = usePrintTexts();
  return (
    <table className={paper.table}>
      <thead>
        <tr>
          <th scope="col">{texts.subject}</th>
          <th scope="col">{texts.date}</th>
          <th scope="col">{texts.time}</th>
          <th scope="col">{texts.fullScore}</th>
        </tr>
      </thead>
      <tbody>
        {sessions.map(({ subjectName, startTime, endTime, fullScore }) => (
          <tr key={`${subjectName} ${startTime}`}>
            <td>{subjectName}</td>
            <td>{dayOf(startTime)}</td>
            <td>
              {clockOf(startTime)}–{clockOf(endTime)}
            </td>
            <td>{fullScore}</td>
          </tr>
        ))}
        {sessions.length === 0 && (
          <tr>
            <td colSpan={4}>{texts.noSessions}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** Sessions side by side, for tickets that are low and wide. */
function SessionStrip({ of: { sessions } }: Pick<TicketProps, 'of'>) {
  const texts = usePrintTexts();
  if (sessions.length === 0) return <p className={notes.small}>{texts.noSessions}</p>;
  const line = (name: string, value: (session: PrintTicket['sessions'][number]) => ReactNode) => (
    <tr>
      <th scope="row">{name}</th>
      {sessions.map(session => (
        <td key={`${session.subjectName} ${session.startTime}`}>{value(session)}</td>
      ))}
    </tr>
  );
  return (
    <table className={paper.table}>
      <tbody>
        {line(texts.subject, ({ subjectName }) => subjectName)}
        {line(texts.time, ({ startTime, endTime }) => (
          <>
            {startTime.slice(5, 10)}{' '}
            <span className={notes.clock}>
              {clockOf(startTime)}–{clockOf(endTime)}
            </span>
          </>
        ))}
      </tbody>
    </table>
  );
}

function AreaMap({ of: { mapImg, areaName }, low }: Pick<TicketProps, 'of'> & { readonly low: boolean }) {
  const texts = usePrintTexts();
  const { imageUrl } = useFieldServices();
  return (
    <figure className={notes.map} data-empty={mapImg === null || undefined} data-low={low || undefined}>
      <figcaption>{texts.map}</figcaption>
      {mapImg ? <img src={imageUrl(mapImg)} alt={`${texts.map} ${areaName}`} /> : <span>{texts.noMap}</span>}
    </figure>
  );
}

/** Notices of the template and of the exam. */
function Notices({ exam, template, untitled }: Omit<TicketProps, 'of'> & { readonly untitled?: boolean }) {
  const texts = usePrintTexts();
  if (!template.notice && !exam.notice) return null;
  return (
    <section className={notes.notices}>
      {!untitled && <h3>{texts.notices}</h3>}
      {template.notice && <Html of={template.notice} />}
      {exam.notice && <Html of={exam.notice} />}
    </section>
  );
}

const cleaned = new Map<string, string>();

/** Rich text of a template or an exam; hundreds of tickets have the same, so it is cleaned once. */
export function Html({ of: html }: { readonly of: string }) {
  const known = cleaned.get(html) ?? cleanHtml(html);
  cleaned.set(html, known);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by DOMPurify in cleanHtml
  return <div className={notes.html} dangerouslySetInnerHTML={{ __html: known }} />;
}

function CheckIn({ of: { sessions } }: Pick<TicketProps, 'of'>) {
  const texts = usePrintTexts();
  return (
    <section className={styles.checkIn}>
      <h3>{texts.checkIn}</h3>
      <table className={paper.table}>
        <thead>
          <tr>
            <th scope="col">{texts.subject}</th>
            <th scope="col">{texts.time}</th>
            <th scope="col">{texts.candidateSign}</th>
            <th scope="col">{texts.proctorSign}</th>
          </tr>
        </thead>
        <tbody>
          {sessions.map(({ subjectName, startTime }) => (
            <tr key={`${subjectName} ${startTime}`}>
              <td>{subjectName}</td>
              <td>{startTime.slice(5, 16)}</td>
              <td />
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function SealArea({ host, image }: { readonly host: string; readonly image: string | null }) {
  const texts = usePrintTexts();
  const { url } = useStoredImage(image);
  return (
    <footer className={notes.seal}>
      <span>{host}</span>
      {url ? <img src={url} alt={texts.seal} /> : <span>{texts.seal}</span>}
    </footer>
  );
}
