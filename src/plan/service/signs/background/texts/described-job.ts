import { words } from "../../../../../text/words.js";
import { negates } from "../../../../../text/without-denials.js";

/*
 * What a text says of a job that an operation queues or starts, and that ends later than its response.
 */

/** What runs by itself, where a text says that it is queued or started: not what people do, nor a message. */
export const WORK =
  "analysis|backup|build|conversion|crawl|deployment|export|extraction|generation|import|indexing|job|migration|render|report|scan|sync|training|transcription|update|upload";

/** What is done to it in a queue. */
const QUEUED_FOR =
  "(?:for|to\\sbe)\\s(?:\\w{1,20}\\s)?(?:analy[sz]\\w{2,4}|build\\w{0,3}|conversion|convert\\w{2,3}|crawl\\w{2,4}|creat\\w{2,3}|delet\\w{2,3}|encod\\w{2,3}|execut\\w{2,3}|export\\w{0,3}|fetch\\w{2,3}|generat\\w{2,3}|import\\w{0,3}|index\\w{2,3}|ingest\\w{2,3}|install\\w{2,5}|process\\w{2,3}|removal|removed|render\\w{2,3}|scan\\w{2,4}|synchroni\\w{3,6}|transcod\\w{2,3}|transcri\\w{2,6}|updat\\w{2,3})";

/** What is done in a queue, and not for a person: "Queue and render". */
const DONE_IN_QUEUE =
  "(?:analy[sz]e|build|convert|create|delete|describe|encode|execute|export|fetch|generate|import|index|ingest|install|process|render|run|scan|sync|synchroni[sz]e|transcode|transcribe|update)s?";

/** A noun after a verb in -ing is what that is done to: "queued for processing royalties". */
const NO_NOUN =
  "(?!\\s(?!(?:after|and|as|at|asynchronously|before|by|if|immediately|in|later|of|on|once|or|soon|through|to|unless|until|via|when|while|with|within)\\b)[a-z])";

/** Words between the article and the noun of a thing: at most four. */
const SOME = "(?:[\\w-]{1,20}\\s){0,4}";

/** What a text says of one that starts or queues. */
const STARTS: readonly string[] = [
  // "Queue and render the contents of a timeline", "Enqueues a build"
  `^\\W{0,8}(?:en)?queues?\\s(?:and\\s${DONE_IN_QUEUE}\\s|(?:an?|the)\\s${SOME}(?:${WORK})s?\\b)`,
  // "Adds a new batch job to the queue"
  `\\b(?:add(?:s|ed)?|creates?|puts?)\\s(?:an?|the|this)\\s${SOME}(?:${WORK})s?\\sto\\s(?:an?|the)\\s(?:\\w{1,20}\\s){0,2}queue\\b`,
  // "The track will be queued for processing", "Queued for execution"
  `\\b(?:en)?queued\\s${QUEUED_FOR}\\b${NO_NOUN}`,
  `\\b(?:an?|the|this)\\s${SOME}(?:${WORK})\\s(?:is|was|has\\sbeen|will\\sbe)\\s(?:\\w{1,20}\\s)?(?:en)?queued\\b(?!\\sfor\\b)`,
  // "Create an export job", "Trigger a backup job"
  "^\\W{0,8}(?:creates?|launch(?:es)?|requests?|runs?|starts?|submits?|triggers?)\\s(?:an?\\s|the\\s)?(?:new\\s)?(?:\\w{1,20}\\s)?(?:analysis|backup|bulk|conversion|crawl|deletion|export|extraction|import|indexing|migration|render(?:ing)?|scan|transcription)\\s(?:job|task)\\b(?!\\s(?:config\\w{0,10}|data|definition|item|schedule|template)s?\\b)",
  // "Add the site to the backup queue", "Item metadata refresh queued", "update successfully added to queue"
  `\\b(?:add(?:s|ed)?|puts?)\\s[^.;,]{1,60}\\sto\\s(?:an?|the)\\s(?:${WORK}|processing)\\squeue\\b`,
  `\\b(?:${WORK}|refresh)\\s(?:has\\sbeen\\s|was\\s)?(?:successfully\\s)?(?:added\\sto\\s(?:an?\\s|the\\s)?(?:\\w{1,20}\\s)?queue\\b|queued\\W*$)`,
  // "Starts a task that will export the results", "Trigger a job for the verification"
  `\\b(?:creates?|initiates?|launch(?:es)?|starts?|submits?|triggers?)\\s(?:an?|the)\\s(?:new\\s)?(?:\\w{1,20}\\s){0,2}(?:job|process|task)\\s(?:that|to|which)\\s(?:will\\s)?(?!run)${DONE_IN_QUEUE}\\b`,
  "^\\W{0,8}(?:launch(?:es)?|starts?|triggers?)\\san?\\s(?:\\w{1,20}\\s){0,2}job\\sfor\\b",
  // "Response includes details of the enqueued job"
  "\\b(?:of|returns?)\\s(?:an?|the)\\s(?:\\w{1,20}\\s)?(?:en)?queued\\s(?:build|export|import|job|report|task)\\b",
  // "Use the returned id to get the status"
  "\\buse\\s(?:\\w{1,30}\\s){0,4}?(?:job|operation|process|returned|task)[\\s_-]?(?:\\w{1,30}\\s){0,3}?to\\s(?:check|fetch|get|monitor|obtain|poll|query|read|retrieve|track)\\s[^.;]{0,60}?\\b(?:progress|state|status)\\b",
  // "Use the key to query the status of this operation", "With the package key, you can track the progress of packaging"
  "\\b(?:follow|use|with)\\s(?:the|this)\\s(?:\\w{1,30}\\s){0,2}?(?:handle|id|identifier|key|link|location|token|ur[il]|uuid)\\b[^.;]{0,40}?\\s(?:to|you\\scan)\\s(?:check|determine|follow|get|monitor|poll|query|retrieve|track)\\s(?:\\w{1,20}\\s){0,3}?(?:progress\\b|(?:state|status)\\s(?:for|of)\\s(?:the|this|your)\\s(?:\\w{1,20}\\s)?(?:export|import|job|operation|process|processing|task)\\b)",
  // "It will be fetched asynchronously after the call returns"
  "\\basynchronously\\safter\\s(?:this|the)\\s(?:\\w{1,20}\\s){0,2}(?:call|request)\\s(?:has\\s)?(?:ends|ended|returns|returned)\\b",
];

const STARTS_JOB = new RegExp(STARTS.join("|"), "iu");

/** About another operation, or what is sent. */
const OF_OTHERS =
  /\b(?:cancels?|e-?mails?|for\s(?:big|large|long)|if|instead|its|no|notifications?|other|their|unlike|web-?hooks?|when|whether|whose)\b/iu;

/** Whether a clause says that an operation starts or queues what runs by itself: tasks that people do are started, too. */
export function startsJob(clause: string, path: string): boolean {
  const found = STARTS_JOB.exec(clause);
  if (found === null || negates(clause)) return false;
  const [text] = found;
  if (OF_OTHERS.test(clause.slice(0, found.index + text.length))) return false;
  return !/\btasks?\b/iu.test(text) || !words(path).some((word) => /^tasks?$/u.test(word));
}
