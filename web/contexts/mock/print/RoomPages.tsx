import type { PrintData, PrintRoom, PrintTicket } from '@yikao/model/contexts/mock/calls/mock-print.calls.ts';
import { brandInk, type PrintPageKey, shows } from '@yikao/model/contexts/mock/rules/print-templates.ts';
import { Checkbox } from 'antd';
import { type CSSProperties, useMemo, useState } from 'react';
import { useFieldServices } from '../../../fields/services.ts';
import { Photo } from './Photo.tsx';
import { PrintPage } from './PrintPage.tsx';
import paper from './paper.module.css';
import { Qr } from './Qr.tsx';
import styles from './RoomPages.module.css';
import { usePrintTexts } from './texts.ts';

/** The sheets that a room has. */
const sheetNames = ['doorLabel', 'seatMap', 'signSheet', 'deskLabel'] as const;
type SheetName = (typeof sheetNames)[number];

/** Desk labels on a sheet of paper (domain section 5). */
const labelsOnSheet = 10;

/** The sheets of rooms: seat map, sign-in sheet, and the other requested ones. */
export function RoomPage({
  page,
  first,
}: {
  readonly page: PrintPageKey;
  readonly first: readonly SheetName[];
}) {
  const texts = usePrintTexts();
  const [wanted, setWanted] = useState<readonly SheetName[]>(first);
  return (
    <PrintPage
      page={page}
      type="roomSeat"
      tools={
        <Checkbox.Group
          options={sheetNames.map(name => ({ value: name, label: texts[name] }))}
          value={[...wanted]}
          onChange={chosen => setWanted(sheetNames.filter(name => chosen.includes(name)))}
        />
      }
    >
      {data => <RoomSheets of={data} wanted={wanted} />}
    </PrintPage>
  );
}

/** The requested sheets of every occupied room. */
export function RoomSheets({
  of: data,
  wanted,
}: {
  readonly of: PrintData;
  readonly wanted: readonly SheetName[];
}) {
  const byRoom = useMemo(() => Map.groupBy(data.pages, ({ roomId }) => roomId), [data.pages]);
  return data.rooms.map(room => {
    const people = byRoom.get(room.roomId) ?? [];
    if (people.length === 0) return null;
    const parts = { room, people, data };
    return (
      <div key={room.roomId} style={{ '--brand': brandInk(data.template.brandColour) } as CSSProperties}>
        {wanted.includes('doorLabel') && <DoorLabel {...parts} />}
        {wanted.includes('seatMap') && <SeatSheet {...parts} />}
        {wanted.includes('signSheet') && <SignSheet {...parts} />}
        {wanted.includes('deskLabel') && <DeskLabels {...parts} />}
      </div>
    );
  });
}

interface SheetProps {
  readonly room: PrintRoom;
  readonly people: readonly PrintTicket[];
  readonly data: PrintData;
}

function RoomHead({ room, data, title }: Omit<SheetProps, 'people'> & { readonly title: string }) {
  const texts = usePrintTexts();
  const { imageUrl } = useFieldServices();
  const { exam, template } = data;
  return (
    <header className={styles.roomHead}>
      {template.logo && (
        <img className={paper.logo} src={imageUrl(template.logo)} alt={template.brandName ?? ''} />
      )}
      <div>
        {template.brandName && <p className={paper.brand}>{template.brandName}</p>}
        <h2>{exam.examName}</h2>
        <h3>
          {room.areaName} {texts.roomNo(room.roomNo)} {title}
        </h3>
        <p>
          {[room.building, room.roomName, room.categoryNames, texts.people(room.usedNum)]
            .filter(Boolean)
            .join('　')}
        </p>
      </div>
    </header>
  );
}

/** The seating, with the front at the top and the door at the side, in the order of seat numbers (domain 4.2). */
function SeatSheet({ room, people, data }: SheetProps) {
  const texts = usePrintTexts();
  const { template } = data;
  const byPlace = new Map(people.map(one => [`${one.rowNo}-${one.colNo}`, one]));
  return (
    <section className={paper.sheet}>
      <RoomHead room={room} data={data} title={texts.seatMap} />
      <div className={styles.front}>
        <span>{texts.door}</span>
        <b>{texts.front}</b>
      </div>
      <ol
        className={styles.seats}
        style={{
          gridTemplateColumns: `repeat(${room.columns}, minmax(0, 1fr))`,
          gridTemplateRows: `repeat(${room.rows}, minmax(0, auto))`,
        }}
      >
        {room.places.map(({ rowNo, colNo, seatNo }) => {
          const one = byPlace.get(`${rowNo}-${colNo}`);
          return (
            <li
              key={`${rowNo}-${colNo}`}
              style={{ gridRow: rowNo, gridColumn: colNo }}
              data-photo={(one && template.showPhoto === 1) || undefined}
              data-state={one ? 'taken' : seatNo === null ? 'out' : 'free'}
            >
              <small>{seatNo ?? '—'}</small>
              {one ? (
                <>
                  {template.showPhoto === 1 && <Photo path={one.photo} of={one.studentName} />}
                  <b>{one.studentName}</b>
                  <span>{one.ticketNo}</span>
                  {shows(template, 'agency') && one.agentName && <small>{one.agentName}</small>}
                  {shows(template, 'qr') && one.ticketNo && <Qr of={one.ticketNo} size={44} />}
                </>
              ) : (
                <span>{seatNo === null ? texts.out : texts.free}</span>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function SignSheet({ room, people, data }: SheetProps) {
  const texts = usePrintTexts();
  const agency = shows(data.template, 'agency');
  return (
    <section className={paper.sheet}>
      <RoomHead room={room} data={data} title={texts.signSheet} />
      <table className={`${paper.table} ${paper.long} ${styles.signs}`}>
        <thead>
          <tr>
            <th scope="col">{texts.seat}</th>
            <th scope="col">{texts.number}</th>
            <th scope="col">{texts.name}</th>
            {agency && <th scope="col">{texts.agency}</th>}
            <th scope="col">{texts.sign}</th>
            <th scope="col">{texts.absent}</th>
          </tr>
        </thead>
        <tbody>
          {people.map(one => (
            <tr key={one.studentId}>
              <td>{one.seatNo}</td>
              <td>{one.ticketNo}</td>
              <td>{one.studentName}</td>
              {agency && <td>{one.agentName}</td>}
              <td />
              <td>□</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.signing}>
        <span>{texts.present}</span>
        <span>{texts.proctors}</span>
      </p>
    </section>
  );
}

function DoorLabel({ room, people, data }: SheetProps) {
  const texts = usePrintTexts();
  const whole = people.length === room.usedNum;
  return (
    <section className={paper.sheet}>
      <div className={styles.doorLabel}>
        {data.template.brandName && <p className={paper.brand}>{data.template.brandName}</p>}
        <h2>{data.exam.examName}</h2>
        <p>{room.areaName}</p>
        <h3>{texts.roomNo(room.roomNo)}</h3>
        <p>{[room.building, room.roomName].filter(Boolean).join('　')}</p>
        <dl>
          <div>
            <dt>{texts.category}</dt>
            <dd>{room.categoryNames}</dd>
          </div>
          <div>
            <dt>{texts.seats}</dt>
            <dd>{texts.people(room.usedNum)}</dd>
          </div>
          <div data-list={!(whole && room.numbersRun) || undefined}>
            <dt>{texts.ticketRange}</dt>
            <dd>
              <Numbers of={people} run={whole && room.numbersRun} />
            </dd>
          </div>
        </dl>
        {!whole && <p className={styles.partly}>{texts.onlyThese(people.length, room.usedNum)}</p>}
      </div>
    </section>
  );
}

/**
 * The ticket numbers of a room: as a range only if no other room has a number within it, else one by one, so that
 * nobody wrongly believes to belong here.
 */
function Numbers({ of: people, run }: { readonly of: readonly PrintTicket[]; readonly run: boolean }) {
  const texts = usePrintTexts();
  const numbers = people.flatMap(({ ticketNo }) => ticketNo ?? []).sort();
  const [first] = numbers;
  if (run && numbers.length > 1) return `${first} ${texts.to} ${numbers.at(-1)}`;
  return (
    <ul className={styles.numbers}>
      {numbers.map(number => (
        <li key={number}>{number}</li>
      ))}
    </ul>
  );
}

function DeskLabels({ room, people, data }: SheetProps) {
  const texts = usePrintTexts();
  const sheets = Array.from({ length: Math.ceil(people.length / labelsOnSheet) }, (_, at) =>
    people.slice(at * labelsOnSheet, (at + 1) * labelsOnSheet),
  );
  return sheets.map(labels => (
    <section key={labels[0]?.studentId} className={paper.sheet}>
      <ul className={styles.desks}>
        {labels.map(one => (
          <li key={one.studentId}>
            <p>
              <b>{one.seatNo}</b>
              <span>
                {room.areaName} {texts.roomNo(room.roomNo)}
              </span>
            </p>
            <strong>{one.studentName}</strong>
            <span>{one.ticketNo}</span>
            <small>{data.exam.examName}</small>
          </li>
        ))}
      </ul>
    </section>
  ));
}
