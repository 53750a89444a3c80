/** Whether a test tries every case it has, as the nightly run does, and not the part that is enough for a change. */
export const everyCase = process.env["EVERY_CASE"] === "1";
