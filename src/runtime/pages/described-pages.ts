import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import { withHeaderValues } from "../response/with-header-values.js";
import type { PageSequence } from "./pages.js";

/**
 * Lets the raw form of a page sequence give the described headers as values, wherever the sequence begins.
 *
 * @typeParam Described - the type of the sequence with them; the generated code names it, nothing checks it at run time
 */
export function withPageHeaders<
  Described extends PageSequence<unknown, unknown>,
>(
  sequence: PageSequence<unknown, NoInfer<Awaited<Described>>>,
  descriptor: OperationDescriptor,
): Described {
  const from = sequence.from.bind(sequence);
  const described = Object.assign(sequence, {
    from: (bookmark: string) =>
      withPageHeaders<Described>(from(bookmark), descriptor),
  });
  return withHeaderValues<Described>(described, descriptor);
}
