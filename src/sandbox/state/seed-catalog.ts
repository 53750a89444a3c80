/* Names for the seeded data. People, firms and phone numbers are fictional; the numbers come from the range 555-0100 to
 * 555-0199, which is never assigned. */

/** The cabinets with their contexts, projects and the number of deals in each context. */
export const cabinetCatalog = [
  {
    login: "northwind-dental",
    name: "Northwind Dental Clinics",
    currency: "EUR",
    contexts: [{ name: "Northwind", deals: 1800 }],
  },
  {
    login: "contoso-realty",
    name: "Contoso Realty",
    currency: "EUR",
    contexts: [
      { name: "Berlin office", deals: 700 },
      { name: "Munich office", deals: 500 },
    ],
  },
  {
    login: "fabrikam-motors",
    name: "Fabrikam Motors",
    currency: "USD",
    contexts: [
      { name: "New vehicles", deals: 300 },
      { name: "Used vehicles", deals: 200 },
      { name: "Service", deals: 100 },
    ],
  },
  {
    login: "adventure-cycles",
    name: "Adventure Cycles",
    currency: "GBP",
    contexts: [{ name: "Adventure", deals: 150 }],
  },
  {
    login: "tailspin-travel",
    name: "Tailspin Travel",
    currency: "EUR",
    contexts: [{ name: "Tailspin", deals: 60 }],
  },
  {
    login: "wide-world-imports",
    name: "Wide World Importers",
    currency: "CHF",
    contexts: [{ name: "Imports", deals: 12 }],
  },
  {
    login: "litware-legal",
    name: "Litware Legal",
    currency: "EUR",
    contexts: [{ name: "Litware", deals: 0 }],
  },
] as const;

/** The users; the second one reaches the last two cabinets only. */
export const userCatalog = [
  {
    userId: "5b0c6a1e-3f5d-4c1b-9a55-0d9b8f6f2a01",
    name: "Ada Integrator",
    cabinets: cabinetCatalog.map(({ login }) => login),
  },
  {
    userId: "c7d9b3f2-8a46-4e0b-b7a3-6e1f0c2d4b02",
    name: "Ben Colleague",
    cabinets: ["wide-world-imports", "litware-legal"],
  },
] as const;

/** Six projects in each context. */
export const projectNames = [
  "Spring campaign",
  "Website",
  "Brand search",
  "Referral partners",
  "Retargeting",
  "Trade fair",
] as const;
/** Regions of projects (ISO 3166). */
export const regions = ["DE-BE", "DE-BY", "AT-9", "CH-ZH", "US-CA", "GB"] as const;
/** Parts of fictional names. */
export const givenNames = [
  "Amelia",
  "Bruno",
  "Chiara",
  "David",
  "Elif",
  "Farid",
  "Greta",
  "Hugo",
  "Ines",
  "Jonas",
] as const;
/** Parts of fictional names. */
export const familyNames = [
  "Albers",
  "Brandt",
  "Costa",
  "Dietz",
  "Egger",
  "Fischer",
  "Greco",
  "Hansen",
  "Ivanov",
  "Jung",
] as const;
/** Area codes in which 555-0100 to 555-0199 is set aside for fiction. */
export const areaCodes = ["202", "212", "303", "312", "404", "415", "503", "512", "617", "702"] as const;
/** Notes of managers; often there is none. */
export const comments = [
  "Asked for a call in the morning",
  "Compares two offers",
  "Came back after a year",
  null,
  null,
  null,
] as const;
/** Labels of deals. */
export const tagWords = ["priority", "newsletter", "partner", "returning"] as const;
