import type { PrintData } from '@yikao/model/contexts/mock/calls/mock-print.calls.ts';
import { brandInk, shows } from '@yikao/model/contexts/mock/rules/print-templates.ts';
import type { CSSProperties } from 'react';
import { useFieldServices } from '../../../fields/services.ts';
import styles from './GuidePages.module.css';
import { PrintPage } from './PrintPage.tsx';
import paper from './paper.module.css';
import { Html } from './Ticket.tsx';
import { usePrintTexts } from './texts.ts';

/** The handbook of an exam: cover, schedule, sites, rooms, notes and contacts (domain section 5). */
export function GuidePage() {
  return (
    <PrintPage page="printMkzn" type="guide">
      {data => <GuideSheets of={data} />}
    </PrintPage>
  );
}

/** The sheets of the handbook. */
export function GuideSheets({ of: data }: { readonly of: PrintData }) {
  const texts = usePrintTexts();
  const { imageUrl } = useFieldServices();
  const { exam, template } = data;
  return (
    <div className={styles.guide} style={{ '--brand': brandInk(template.brandColour) } as CSSProperties}>
      <section className={paper.sheet} data-cover>
        {template.logo && (
          <img className={paper.logo} src={imageUrl(template.logo)} alt={template.brandName ?? ''} />
        )}
        {template.brandName && <p className={paper.brand}>{template.brandName}</p>}
        <h2>{exam.examName}</h2>
        <h3>{texts.guide}</h3>
        <p>{texts.handbook}</p>
        <dl>
          <div>
            <dt>{texts.examDays}</dt>
            <dd>
              {exam.examStartTime.slice(0, 16)} – {exam.examEndTime.slice(0, 16)}
            </dd>
          </div>
          <div>
            <dt>{texts.host}</dt>
            <dd>{exam.partnersName}</dd>
          </div>
        </dl>
      </section>
      <section className={paper.sheet}>
        <h2>{texts.schedule}</h2>
        <table className={`${paper.table} ${paper.long}`}>
          <thead>
            <tr>
              <th scope="col">{texts.category}</th>
              <th scope="col">{texts.subject}</th>
              <th scope="col">{texts.date}</th>
              <th scope="col">{texts.time}</th>
              <th scope="col">{texts.fullScore}</th>
            </tr>
          </thead>
          <tbody>
            {data.schedule.flatMap(({ categoryName, sessions }) =>
              sessions.map((session, at) => (
                <tr key={`${categoryName} ${session.subjectName} ${session.startTime}`}>
                  {at === 0 && <td rowSpan={sessions.length}>{categoryName}</td>}
                  <td>{session.subjectName}</td>
                  <td>{session.startTime.slice(0, 10)}</td>
                  <td>
                    {session.startTime.slice(11, 16)}–{session.endTime.slice(11, 16)}
                  </td>
                  <td>{session.fullScore}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
        <h2>{texts.areas}</h2>
        <p>{texts.trafficHint}</p>
        {data.areas.map(area => (
          <article key={area.areaId} className={styles.site}>
            <h3>
              {area.areaNo}. {area.areaName}
            </h3>
            <p>
              {texts.address}：{area.address}
            </p>
            {shows(template, 'map') && area.mapImg && (
              <img src={imageUrl(area.mapImg)} alt={`${texts.map} ${area.areaName}`} />
            )}
          </article>
        ))}
        {data.rooms.length > 0 && (
          <>
            <h2>{texts.rooms}</h2>
            <table className={`${paper.table} ${paper.long}`}>
              <thead>
                <tr>
                  <th scope="col">{texts.area}</th>
                  <th scope="col">{texts.room}</th>
                  <th scope="col">{texts.building}</th>
                  <th scope="col">{texts.category}</th>
                  <th scope="col">{texts.seats}</th>
                </tr>
              </thead>
              <tbody>
                {data.rooms.map(room => (
                  <tr key={room.roomId}>
                    <td>{room.areaName}</td>
                    <td>{texts.roomNo(room.roomNo)}</td>
                    <td>{[room.building, room.roomName].filter(Boolean).join(' ')}</td>
                    <td>{room.categoryNames}</td>
                    <td>{room.usedNum}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
      </section>
      <section className={paper.sheet}>
        <h2>{texts.rules}</h2>
        {template.notice && <Html of={template.notice} />}
        {exam.notice && <Html of={exam.notice} />}
        <h2>{texts.contact}</h2>
        <table className={`${paper.table} ${paper.long}`}>
          <thead>
            <tr>
              <th scope="col">{texts.area}</th>
              <th scope="col">{texts.contactName}</th>
              <th scope="col">{texts.phone}</th>
            </tr>
          </thead>
          <tbody>
            {data.areas.map(({ areaId, areaName, contact, phone }) => (
              <tr key={areaId}>
                <td>{areaName}</td>
                <td>{contact ?? '—'}</td>
                <td>{phone ?? '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
