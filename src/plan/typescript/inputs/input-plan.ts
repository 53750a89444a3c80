import type { MediaModel, ParameterModel } from "../../../model/api-model.js";
import type { CodecName } from "../../service/media.js";
import type { DeclarationPlan, MemberPlan, TypePlan } from "../type-plan.js";

/** What a method takes as its first argument, and where its members go. Types only; filled by `planInput`. */
export interface InputPlan {
  /** Type of the argument; undefined: the operation takes nothing. */
  readonly type?: TypePlan;
  /** What to declare for it, when no model serves as it is: an interface, or the union of `variants`. */
  readonly declaration?: DeclarationPlan;
  /** One interface for each body that the operation takes, where their types differ. */
  readonly variants: readonly DeclarationPlan[];
  /** What distinguishes each of `variants`, by the media types of its body: `application/json` → `Json`. */
  readonly words?: ReadonlyMap<string, string>;
  /** Whether a call without it can be right. */
  readonly optional: boolean;
  /** Set when a bare value may stand for the whole: the only required member is one path parameter. */
  readonly shorthand?: { readonly name: string; readonly type: TypePlan };
  /** Parameters that the caller gives, with the member that carries each. */
  readonly parameters: readonly InputParameter[];
  readonly body?: InputBody;
}

export interface InputParameter {
  readonly model: ParameterModel;
  /** Member of the input; mostly the wire name. */
  readonly key: string;
}

/** The body of a call: the media type that a call sends by default, and those that the caller can choose. */
export interface InputBody extends BodyChoice {
  readonly required: boolean;
  /** Further media types that the contract takes, in its order. */
  readonly others: readonly BodyChoice[];
  /** Member of the input that names the media type; absent: there is nothing to choose. */
  readonly chosenBy?: string;
  /** Nothing says which of several media types a body without a shape is in: the caller names it. */
  readonly undecided?: true;
}

/** A body in one media type. */
export interface BodyChoice {
  /** Its members are beside the parameters, or it is the member `body`. */
  readonly from: "members" | "body";
  readonly media: MediaModel;
  readonly codec: CodecName;
  readonly type: TypePlan;
  /** Member of the body that says whether the response is a stream: the methods of the operation set it. */
  readonly setByClient?: string;
  /** Members of a multipart body that are given as text or bytes, which their type is not. */
  readonly texts?: readonly MemberPlan[];
}
