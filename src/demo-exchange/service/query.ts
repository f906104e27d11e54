import { failures, RequestRefused } from './failures.ts';

/** The parameters of a query string in their order, decoded: the raw values that a signature covers. */
export type QueryParameters = readonly (readonly [name: string, value: string])[];

/** Throws `argumentInvalid` where the percent-encoding is broken or is no UTF-8. */
export function parseQuery(query: string): QueryParameters {
  return query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const separator = part.indexOf('=');
      return separator < 0
        ? ([decode(part), ''] as const)
        : ([decode(part.slice(0, separator)), decode(part.slice(separator + 1))] as const);
    });
}

/** The value of a parameter, or undefined without it. Twice the same name is ambiguous and refused. */
export function singleValue(parameters: QueryParameters, name: string): string | undefined {
  const found = parameters.filter(([key]) => key === name);
  if (found.length > 1) throw new RequestRefused(failures.argumentInvalid, `${name} is given ${found.length} times`);
  return found[0]?.[1];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new RequestRefused(failures.argumentInvalid, 'the query is not percent-encoded UTF-8');
  }
}
