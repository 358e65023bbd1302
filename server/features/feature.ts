import type { FastifyInstance } from 'fastify';
import type { Engine } from '../engine/engine.ts';
import type { Config } from '../platform/config.ts';
import type { Logger } from '../platform/logger.ts';

/** What a feature is given to build its calls with. */
export interface FeatureContext {
  readonly engine: Engine;
  readonly config: Config;
  readonly logger: Logger;
}

/** Mounts a feature's calls. Each needs a session unless its route says `config: { public: true }`. */
export type Feature = (app: FastifyInstance, context: FeatureContext) => void | Promise<void>;
