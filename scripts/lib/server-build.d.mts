/** Bundles the server into server/dist if its sources changed since the last time. */
export declare function ensureServerBuild(tools: {
  readonly node: string;
  readonly env: NodeJS.ProcessEnv;
}): void;
/** The newest file of a program that the server starts, for example `job-process`. */
export declare function bundledProgram(name: string): string;
