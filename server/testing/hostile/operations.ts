import type { Method } from '@yikao/model/calls/call.ts';

/** A call of the OpenAPI document. */
export interface Operation {
  readonly method: Method;
  readonly path: string;
  readonly query: readonly Schema[];
  readonly body: Schema | undefined;
  /** Answers with a page, and fails with one. */
  readonly isPage: boolean;
  /** Answers vendors in the form that they ask for. */
  readonly isForVendors: boolean;
}

/** As much of a JSON schema as values are made from. */
export interface Schema {
  readonly name?: string;
  /** True if the call refuses to do without the parameter. */
  readonly required?: boolean;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
}

/** The calls of an OpenAPI document, as the product answers it. */
export function operationsOf(document: unknown): Operation[] {
  const paths = Object(document).paths as Record<string, Record<string, RawOperation>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      // The document names no other methods than these.
      method: method.toUpperCase() as Operation['method'],
      path,
      query: (operation.parameters ?? [])
        .filter(parameter => parameter.in === 'query')
        .map(({ schema, name, required }) => ({ ...schema, name, required: required === true })),
      body: operation.requestBody?.content['application/json']?.schema,
      isPage: operation.responses.default?.content?.['text/html'] !== undefined,
      isForVendors: operation.responses['200']?.content?.['text/*'] !== undefined,
    })),
  );
}

interface RawOperation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, unknown>> } | undefined>
  >;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}
