import type { Logger } from '../logger.ts';
import type { SmsGateway } from './types.ts';

/**
 * Sends nothing: messages stay in the list of sent messages, where an operator reads them. Outside production they are
 * also logged, for trying out the product.
 */
export function createLocalGateway(logger: Logger, production: boolean): SmsGateway {
  return {
    name: 'local',
    leaves: false,
    notifyToken: undefined,
    async send({ mobile, topic, values }) {
      if (!production) logger.info({ mobile, topic, values }, 'Text message (no vendor is set)');
      return null;
    },
    async sendText({ key }) {
      return `local-${key}`;
    },
    async find() {
      return { found: false };
    },
    async checkTemplate() {
      return { state: 'approved', reason: '', content: '' };
    },
    readNotices: () => undefined,
    answerNotice: taken => JSON.stringify({ code: taken ? 0 : 1 }),
  };
}
