import type { OperationModel } from "../../model/api-model.js";
import { answersWithRedirect, isRedirect, successAnswers } from "../reading/answers.js";
import type { CallForm } from "./call-form.js";

const ADDRESS = "Gives the address that the answer redirects to, which is not followed.";
const EITHER =
  "Gives the content of the answer, or the address that it redirects to, which is not followed: `status` of `withResponse()` tells which.";
const RAISES = "An answer that redirects raises `ResponseError`, with the address in `allHeaders`.";

/** The form of a call that gives the address of a redirect, where that is a success of the operation. */
export function withAddress(form: CallForm, operation: OperationModel): CallForm {
  if (!answersWithRedirect(operation)) return form;
  const note = successAnswers(operation).every(isRedirect) ? ADDRESS : EITHER;
  return { ...form, notes: [...form.notes, note] };
}

/** The form of a call that asks for content: the address of a redirect, which its type does not know, raises. */
export function withoutAddress(form: CallForm, operation: OperationModel): CallForm {
  if (!answersWithRedirect(operation)) return form;
  const { valueIn } = form;
  return {
    ...form,
    notes: [...form.notes, RAISES],
    ...(valueIn && {
      valueIn: (answer) => (isRedirect(answer) ? undefined : valueIn(answer)),
    }),
  };
}
