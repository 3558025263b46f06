// The texts of the frame and of its pages, in one place, so that they can be read, corrected and translated as a whole.

// The pages that the navigation leads to, by their address.
export const PAGES = {
  home: 'Home',
  fan: 'Fans',
  search: 'Search',
  segments: 'Segments',
  'things/tags': 'Tags',
  'things/fields': 'Fields',
  bans: 'Bans',
  'things/apps': 'Campaigns',
  board: 'Leaderboard',
  'things/points': 'Points',
  'things/point_tiers': 'Tiers',
  'things/quests': 'Quests',
  'things/rewards': 'Rewards',
  tail: 'Live points',
  events: 'Live events',
  'things/rooms': 'Rooms',
  'things/hls_origins': 'Video origins',
  tickets: 'Ticket events',
  'things/performances': 'Performances',
  'things/venues': 'Venues',
  'things/streams': 'Streams',
  'things/media': 'Media',
  'things/branding': 'Branding',
  'things/template_portals': 'Portals',
  'things/trackers': 'Trackers',
  'things/businesses': 'Businesses',
  'things/idols': 'Idols',
  'things/idol_events': 'Idol events',
  'things/reports': 'Reports',
  keys: 'Keys',
  'things/origins': 'Origins',
  'things/webhooks': 'Webhooks',
  '/docs/': 'API docs',
  projections: 'Projections',
  letters: 'Dead letters',
  automations: 'Automations',
  operations: 'Operations',
  people: 'People',
  settings: 'Settings',
  things: 'Everything',
  account: 'Your account',
};

// The groups of the navigation, each with the sentence that the start page says of it.
export const GROUPS = {
  home: ['Home'],
  audience: ['Audience', 'Find fans, group them into segments, tag them, and keep out who does harm.'],
  campaigns: ['Campaigns', 'See all campaigns with their numbers and leaderboards.'],
  loyalty: ['Loyalty', 'Look after points, tiers, quests and rewards, and see who leads.'],
  live: ['Live', 'Watch points and events as they happen.'],
  tickets: ['Tickets', 'See what is sold of each event, and link events to performances.'],
  content: ['Content', 'Keep artists, venues, media, streams, portals and trackers.'],
  reports: ['Reports', 'Read the numbers of campaigns and fans.'],
  developers: ['Developers', 'Make keys for programs, allow origins, and send events to your own systems.'],
  system: ['System', 'Check the state of the installation, read the journal, invite people, and change settings.'],
};

export const FRAME = {
  product: 'Encore',
  title: 'Encore console',
  titleOf: page => `${page} – Encore console`,
  menu: 'Menu',
  close: 'Close the menu',
  find: 'Find',
  findKeys: isMac => isMac ? '⌘K' : 'Ctrl K',
  leave: 'Sign out',
  you: 'You',
  pair: 'Key pair',
  pairOf: (key, account) => `${key} of account ${account}`,
  account: id => `account ${id}`,
  yourAccount: 'Your account',
  newTab: 'opens in a new tab',
  notForRole: 'Not for your role',
  notForRoleAbout: role => `The role ${role} does not include this page.`,
  tryAgain: 'Try again',
  times: zone => `Times in ${zone}`,
  changed: 'This page now shows somebody else\u2019s work, because another person signed in with this browser.',
};

export const HOME = {
  welcome: name => `Welcome, ${name}`,
  welcomeAll: 'Welcome',
};

export const OFFLINE = {
  trouble: 'The server cannot be reached. What you entered is kept on this page.',
  banner: 'You are offline. What you entered stays on this page; nothing is saved until the connection is back.',
  back: 'The connection is back.',
};

export const AGAIN = {
  title: 'Sign in again',
  notDone: 'Nothing was changed, because you did not sign in again.',
  over: 'Your session has ended. What you entered is kept. Sign in again to go on.',
  other: 'Sign in as somebody else',
  secret: 'API secret',
  password: 'Password',
  stalePair: 'This needs the secret of your key pair, because you showed it more than five minutes ago.',
  stalePassword: email => `This needs your password, because you signed in more than five minutes ago. You are ${email}.`,
  overPair: key => `Show the secret of the key pair ${key}.`,
  overPassword: email => `You are ${email}.`,
  continue: 'Continue',
  cancel: 'Cancel',
  code: 'Enter the code that your authenticator app shows for Encore.',
  recovery: 'Enter one of the recovery codes that you saved.',
  recoveryCode: 'Recovery code',
  useRecovery: 'Use a recovery code',
  useApp: 'Use a code of the app',
  setUpFirst: 'Set up your app first: sign out, and sign in again.',
  empty: 'must not be empty',
};

export const FINDER = {
  label: 'Find fans, campaigns, quests, rewards, segments, pages and everything else that has a name',
  placeholder: 'Find anything',
  none: 'No match.',
  failed: kinds => `Not searched: ${kinds}.`,
  many: count => count === 1 ? '1 match.' : `${count} matches.`,
  hint: 'Use the arrow keys, then press Enter.',
  kinds: {
    pages: 'Pages',
    fans: 'Fans',
    campaigns: 'Campaigns',
    quests: 'Quests',
    rewards: 'Rewards',
    performances: 'Performances',
    tickets: 'Ticket events',
    segments: 'Segments',
    venues: 'Venues',
    idols: 'Idols',
    businesses: 'Businesses',
    points: 'Kinds of points',
    streams: 'Streams',
    portals: 'Portals',
    trackers: 'Trackers',
  },
  things: 'Campaigns and all other things',
  // What a row is, where a group has several kinds.
  one: {
    tags: 'tag',
    search_filters: 'filter',
    snapshots: 'snapshot',
    idols: 'idol',
    idol_events: 'event',
  },
};

export const TABLE = {
  view: 'View',
  columns: 'Columns',
  sortBy: 'Sort the rows shown by',
  asGiven: 'as listed',
  ascending: 'ascending',
  descending: 'descending',
  order: 'Order',
  previous: 'Previous page',
  next: 'Next page',
  rows: (from, to, all) => `${from} to ${to} of ${all}`,
  copy: 'Copy',
  copied: 'Copied',
  pressCopy: 'Press Ctrl+C',
  copyOf: label => `Copy ${label}`,
};

export const CALLS = {
  status: status => `The server answered ${status}.`,
  unknown: 'There is no such thing.',
};

export const NUMBERS = {
  from: 'From (UTC)',
  to: 'To',
  show: 'Show',
  views: 'Views',
  entries: 'Entries',
  fans: 'Fans',
  subscribers: 'Subscribers',
  byEmail: 'By email',
  byPhone: 'By phone',
  byDay: 'By day',
  lastDays: days => `The last ${days} days.`,
  numbersByDay: 'Numbers by day',
  day: 'Day (UTC)',
  entriesByDay: 'Entries by day',
  byPlace: 'By place',
  fansByPlace: 'Fans by place',
  country: 'Country',
  province: 'Province',
  mostFans: (shown, all) => `The ${shown} with most fans, of ${all}.`,
  bundled: 'Bundled campaigns',
  campaign: 'Campaign',
  mostOnADay: 'Most on a day',
  shares: 'Shares',
  optIns: 'Opt-ins',
};

export const CHART = {
  about: (title, from, to) => `${title}, from ${from} to ${to}`,
  when: 'When',
  asTable: 'Show the numbers',
};

export const SETTINGS = {
  title: 'Settings',
  about: 'Settings of the account. The console shows all times and numbers by them, for everybody who works here.',
  zone: 'Time zone of the console',
  zoneHint: 'For example Europe/Vienna. Empty: UTC. Days in reports stay days of UTC.',
  locale: 'Language and region of dates and numbers',
  localeHint: 'For example en-GB, de-AT or fr-CA. Empty: 2026-05-31 18:04:59 and 1,234.5.',
  currency: 'Currency',
  currencyHint: 'Code of amounts that name no currency, such as EUR. Empty: USD.',
  save: 'Save',
  saved: 'Saved.',
  sample: (time, number) => `Now it is ${time}. A number: ${number}.`,
  readOnly: 'Your role does not change settings.',
};

export const SYSTEM = {
  operator: 'Orders for all accounts are given by the operator of the installation, on its machine:',
};

// The sentences stand wherever a role is chosen or shown.
export const ROLE_TEXTS = {
  owner: ['Owner', 'May do everything. Only owners look after people.'],
  marketer: ['Marketer', 'Works on campaigns, loyalty, tickets and content. Sees fans with their contacts, and exports them.'],
  moderator: ['Moderator', 'Leads live shows and moderates. Sees fans without contacts.'],
  developer: ['Developer', 'Looks after webhooks and key pairs. Sees reports, settings and fans without contacts.'],
  auditor: ['Auditor', 'Reads and exports everything. Changes nothing.'],
  viewer: ['Viewer', 'Reads reports and lists. Sees no contacts.'],
};
