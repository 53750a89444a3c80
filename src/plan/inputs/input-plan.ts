import type { DeclarationPlan, TypePlan } from "../type-plan.js";
import type { MediaModel, ParameterModel } from "../../model/api-model.js";
import type { CodecName } from "../media.js";

/** What a method takes as its first argument, and where its members go. Types only; filled by `planInput`. */
export interface InputPlan {
  /** Type of the argument; undefined: the operation takes nothing. */
  readonly type?: TypePlan;
  /** The interface to declare for it, when no model serves as it is. */
  readonly declaration?: DeclarationPlan;
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

export interface InputBody {
  readonly from: "members" | "body";
  readonly required: boolean;
  readonly media: MediaModel;
  readonly codec: CodecName;
  /** Member of the body that says whether the answer is a stream: the methods of the operation set it. */
  readonly setByClient?: string;
}
