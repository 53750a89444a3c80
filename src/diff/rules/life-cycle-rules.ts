import type { Convention, DiffRules } from "./diff-rule.js";

const notice: Convention = {
  level: "compatible",
  reason: "Nothing changes yet: the mark prepares callers for a later removal.",
};

const policy: Convention = {
  level: "none",
  reason: "It breaks no caller. It counts only where the policy of the API asks for it.",
};

const schedule: Convention = {
  level: "docs",
  reason: "No message changes. Callers who plan by the date have to know.",
};

/** A subject with a life cycle: which rows of the catalogue speak of it, by its kind of change. */
export interface LifeCycleSubject {
  /** `operation`: the prefix of the keys. */
  readonly key: string;
  /** The row of a deprecation: `B5`. */
  readonly deprecated: string;
}

/** The rules of deprecation, sunset dates (`x-sunset`) and stability levels (`x-stability-level`) of a subject. */
export function lifeCycleRules({ key, deprecated }: LifeCycleSubject): DiffRules {
  return { ...deprecationRules(key, deprecated), ...policyRules(key) };
}

/** Those of them that count under a policy alone. */
export function policyRules(key: string): DiffRules {
  return { ...sunsetRules(key), ...stabilityRules(key) };
}

function deprecationRules(key: string, deprecated: string): DiffRules {
  return {
    [`${key}.deprecated`]: {
      catalogue: deprecated,
      directed: false,
      title: "{element:text} was deprecated.",
      why: "It still works. Callers have time to move away from it.",
      convention: notice,
      mirror: `${key}.deprecation-withdrawn`,
    },
    [`${key}.deprecation-withdrawn`]: {
      catalogue: "B6",
      directed: false,
      title: "The deprecation of {element:text} was withdrawn.",
      why: "It works as before, and callers can rely on it again.",
      convention: { level: "compatible", reason: "The set of accepted messages is the same." },
      mirror: `${key}.deprecated`,
    },
  };
}

function sunsetRules(key: string): DiffRules {
  return {
    [`${key}.sunset-missing`]: {
      catalogue: "B9",
      directed: false,
      title: "{element:text} was deprecated without a sunset date.",
      why: "Callers cannot see how long it will work. Add `x-sunset` with a date.",
      convention: policy,
      mirror: { none: "A date that is added later changes nothing that callers send or receive." },
    },
    [`${key}.sunset-invalid`]: {
      catalogue: "B10",
      directed: false,
      title: "The sunset date of {element:text} must be an ISO 8601 date (got {date}).",
      why: "Without a valid date, neither callers nor tools know when it ends.",
      convention: policy,
      mirror: { none: "A date that becomes valid is judged as a new date." },
    },
    [`${key}.sunset-too-near`]: {
      catalogue: "B11",
      directed: false,
      title:
        "The sunset date {date} of {element:text} is {days:text} days away, less than {notice:text} days.",
      why: "Callers have too little time to move away from it.",
      convention: policy,
      mirror: { none: "A date that is far enough away needs no action." },
    },
    [`${key}.sunset-added`]: {
      catalogue: "B11",
      directed: false,
      title: "{element:text} got the sunset date {date}.",
      why: "Callers know from now on how long it will work.",
      convention: schedule,
      mirror: `${key}.sunset-removed`,
    },
    [`${key}.sunset-brought-forward`]: {
      catalogue: "B11",
      directed: false,
      title: "The sunset date of {element:text} was brought forward from {old} to {date}.",
      why: "Callers who planned with the first date have less time.",
      convention: schedule,
      mirror: `${key}.sunset-postponed`,
    },
    [`${key}.sunset-postponed`]: {
      catalogue: "B11",
      directed: false,
      title: "The sunset date of {element:text} was postponed from {old} to {date}.",
      why: "Callers have more time.",
      convention: schedule,
      mirror: `${key}.sunset-brought-forward`,
    },
    [`${key}.sunset-removed`]: {
      catalogue: "B11",
      directed: false,
      title: "The sunset date {date} of {element:text} was removed, but it is still deprecated.",
      why: "Callers no longer know how long it will work.",
      convention: schedule,
      mirror: `${key}.sunset-added`,
    },
  };
}

function stabilityRules(key: string): DiffRules {
  return {
    [`${key}.stability-lowered`]: {
      catalogue: "B12",
      directed: false,
      title: "The stability of {element:text} was lowered from {old} to {new}.",
      why: "The API promises less for it than before.",
      convention: policy,
      mirror: `${key}.stability-raised`,
    },
    [`${key}.stability-raised`]: {
      catalogue: "B12",
      directed: false,
      title: "The stability of {element:text} was raised from {old} to {new}.",
      why: "The API promises more for it than before.",
      convention: policy,
      mirror: `${key}.stability-lowered`,
    },
    [`${key}.stability-invalid`]: {
      catalogue: "B12",
      directed: false,
      title: "`x-stability-level` of {element:text} must be draft, alpha, beta or stable (got {new}).",
      why: "Tools cannot read another level.",
      convention: policy,
      mirror: { none: "A level that becomes valid is judged against the level before." },
    },
  };
}
