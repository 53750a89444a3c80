import type { OperationModel, ResponseModel } from "../../../../../model/api-model.js";
import { clausesOf, negates } from "../../../../../text/without-denials.js";
import type { SchemaReader } from "../../../schema-reader.js";
import { jobIdOf } from "../job-id.js";
import { startsJob } from "./described-job.js";
import { plainText } from "./plain-text.js";

/** What is done later. */
const DONE =
  "calculated|built|carried\\sout|completed?|computed|created|executed|exported|generated|handled|imported|performed|prepared|processed|refreshed|runs?|start(?:ed)?|works?";

/** What a text says that an operation does. */
const DOES =
  "builds?|calculates?|computes?|creates?|deletes?|executes?|exports?|generates?|imports?|performs?|prepares?|process(?:es)?|refresh(?:es)?|removes?|runs?|updates?";

/** What an operation starts. */
const WORK =
  "analysis|calculation|conversion|deletion|export|generation|import|job|operation|process|processing|refresh|sync|synchroni[sz]ation|task|update";

/** What a text says that ends later: "The work flow is asynchronous", "Exports are generated asynchronously", "Starts a background task", … */
const ENDS_LATER = new RegExp(
  [
    "\\b(?:actions?|call|endpoint|execution|it|operation|process(?:ing)?|request|work\\s?flow|(?:calculation|export|generation|import|job|task)s?)\\s(?:is|are|runs?|works?)\\s(?:\\w{1,20}\\s)?asynchronous(?:ly)?\\b",
    `\\b(?:${DONE})\\s(?:asynchronously|in\\s(?:the\\s)?background)\\b`,
    `^\\W{0,8}(?:${DOES})\\s(?:(?!\\bwith\\b)[^.;,]){1,60}\\sasynchronously\\W*$`,
    "^\\W{0,8}(?:launch(?:es)?|runs?|starts?|triggers?)\\s(?:(?!\\bwith\\b)[^.;,]){1,60}\\s(?:asynchronously|in\\s(?:the\\s)?background)\\W*$",
    `\\b(?:creates?|initiates?|requests?|starts?|submits?|triggers?)\\s(?:an?|the)\\s(?:new\\s)?(?:asynchronous|background|long-running)\\s(?:\\w{1,20}\\s){0,2}(?:${WORK})\\b`,
    `\\b(?:${WORK})\\s\\(asynchronous\\)`,
    // "It returns at once, but completes the registration in the background", "Mark a certificate to be asynchronously removed"
    "\\b(?:completes?|continues?|finish(?:es)?)\\s(?:(?!\\bwith\\b)[^.;,]){1,60}\\sin\\s(?:the\\s)?background\\W*$",
    "\\b(?:to|will)\\sbe\\sasynchronously\\s\\w{3,20}ed\\b",
    "\\bthis\\sis\\san\\sasynchronous\\s(?:call|operation|request)\\b",
    "\\byou\\s(?:get|receive)\\s(?:the\\s)?(?:\\w{1,20}\\s)?(?:outcome|results?)\\s(?:of\\s(?:the|this)\\s\\w{1,20}\\s)?asynchronously\\b",
    "\\bstarts?\\sbackground\\sprocessing\\b",
    "\\bpoll(?:ing)?\\b[^.;]{0,80}\\b(?:progress|solution|until)\\b",
    // "Query the solution every 500ms until it is finished"
    "\\b(?:check|fetch|get|query|request|retrieve)\\s[^.;]{0,60}\\bevery\\s(?:\\d{1,5}\\s?)?(?:ms|milliseconds?|minutes?|s|secs?|seconds?)\\suntil\\b",
    // "Returns an id to download the finished audio when it is ready"
    "\\bto\\s(?:download|fetch|get|retrieve)\\s[^.;,]{0,60}\\s(?:once|when)\\s(?:it\\sis|they\\sare)\\s(?:done|finished|ready)\\b",
  ].join("|"),
  "iu",
);

/** About another operation, or a part of what it does. */
const OF_OTHERS =
  /\b(?:cancels?|long[\s-]?poll\w{0,3}|for\s(?:big|large|long)|instead|its|no|other|their|thumbnails?|unlike|whether|whose)\b/iu;

/** What is sent beside what an operation does; after it, what may tell of its end. */
const SENT = /\b(?:e-?mails?|events?|notifications?|webhooks?)\b/iu;

/** Characters of a description that are searched. */
const LONGEST = 4000;

/** Whether a text says that what an operation starts ends later than its response, or that its `Location` leads to the state of that. */
export function endsLater(operation: OperationModel, response: ResponseModel, reader: SchemaReader): boolean {
  const { summary = "", description = "" } = operation;
  // The text of the id can say it: "Use the returned id to get the status".
  const { text = "" } = jobIdOf(operation, response, reader)?.member ?? {};
  const clauses = [summary, description, response.description ?? "", text].flatMap((one) =>
    clausesOf(plainText(one.slice(0, LONGEST))).flat(),
  );
  const location = response.headers.find(({ name }) => name.toLowerCase() === "location");
  if (location !== undefined && leadsToState(`${location.description ?? ""}\n${response.description ?? ""}`))
    return true;
  return clauses.some((clause) => {
    if (startsJob(clause, operation.path)) return true;
    const found = ENDS_LATER.exec(clause);
    if (found === null || OF_OTHERS.test(clause) || negates(clause)) return false;
    return !SENT.test(clause.slice(0, found.index + found[0].length));
  });
}

/** "Poll it for the state of the payout", "URL to query for the status", "The status of training is at the location" */
const LEADS_TO_STATE =
  /\bpoll(?:ed|s)?\b[^.;]{0,40}?\b(?:progress|state|status)\b|\b(?:check|follow|get|know|obtain|query|read|retrieve)(?:ed|s)?\b[^.;]{0,40}?\bprogress\b|\bpoll\s(?:it|the\s(?:address|location|ur[il])|this)\b|\b(?:progress|state|status)\sof\s(?:\w{1,20}\s){0,2}(?:export|import|job|operation|processing|request|task|training)\b[^.;]{0,60}\b(?:at|in|under)\s(?:the|this)\s(?:\w{1,20}\s)?(?:location|ur[il])\b/iu;

/** Whether the text of an address says that a state which changes is behind it. */
function leadsToState(text: string): boolean {
  return clausesOf(plainText(text.slice(0, LONGEST)))
    .flat()
    .some((clause) => LEADS_TO_STATE.test(clause) && !OF_OTHER_STATES.test(clause) && !negates(clause));
}

/** About what is not behind the address, or may not be. */
const OF_OTHER_STATES =
  /\b(?:cancels?|instead|long[\s-]?poll\w{0,3}|no|notifications?|other|unlike|web-?hooks?|whether|whose)\b/iu;
