/**
 * A node for the tests of lost and duplicated work: passes on notices of payments (`EVENTS`, keys of test orders),
 * reports those accepted, and sends the outbox's messages to `RECEIVER`, until it dies (`dying-engine.ts`).
 */

import { createSender } from '../../engine/outbox/sender.ts';
import { acceptNotice } from '../../engine/steps/notice.ts';
import { testOrder, testOrderStepServer, testOrderSteps } from '../../engine/testing/stepped-dataset.ts';
import { silentLogger } from '../../platform/logger.ts';
import { openDyingEngine } from './dying-engine.ts';

const { EVENTS = '', RECEIVER = '' } = process.env;
const { engine, statements, close } = openDyingEngine({
  datasets: [testOrder],
  steps: [testOrderStepServer],
});
const sender = createSender({
  engine,
  logger: silentLogger(),
  works: true,
  senders: {
    payment: async () => {},
    pictures: async () => {},
    official: async () => {},
    recording: async () => {},
    push: async () => {},
    douyin: async () => {},
    noticeText: async () => {},
    noticePush: async () => {},
    sms: async (content, { callKey }) => {
      const reply = await fetch(RECEIVER, {
        method: 'POST',
        headers: { 'idempotency-key': callKey },
        body: JSON.stringify(content),
      });
      if (!reply.ok) throw new Error(`The receiver answered ${reply.status}`);
    },
  },
});

for (const key of EVENTS.split(',').filter(Boolean).map(Number)) {
  const notice = { vendor: 'bank', eventId: `pay-${key}`, key, given: { payNo: `P${key}` } };
  const answer = await acceptNotice(engine, testOrderSteps, 'pay', notice);
  process.send?.({ key, answer });
  await sender.sendDue();
}
while ((await sender.sendDue()) > 0);
process.send?.({ statements: statements() });
await close();
process.disconnect?.();
