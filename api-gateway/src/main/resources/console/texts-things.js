// The texts of lists, of things, of their forms, and of the parts that these are made of.

export const THINGS = {
  noSuchPage: 'There is no such page.',
  everything: 'Everything',
  about: 'All lists and settings that your role includes.',
};

export const THING_LIST = {
  findIn: things => `Find in ${things}`,
  nameBeginsWith: 'Name begins with',
  noneYet: 'None yet.',
  noneOf: things => `No ${things} yet.`,
  newOne: thing => `New ${thing}`,
  changeOf: title => `Change ${title}`,
  change: 'Change',
  allOf: things => `All ${things}`,
  oneRow: '1 row',
  rows: count => `${count} rows`,
  firstOf: (shown, all) => `The first ${shown} of ${all}. Search to see others.`,
  page: (number, rows) => `Page ${number}, ${rows} rows`,
  filter: 'Filter',
  fillIn: 'Fill in the filter to see the list.',
  openFromThing: 'Open this list from the page of the thing that it belongs to.',
  whose: things => `Whose ${things}? Choose first.`,
};

export const THING_PAGE = {
  active: 'active',
  disabled: 'disabled',
  id: 'ID',
  removed: 'Removed.',
  change: 'Change',
  notActive: 'not active',
  everything: 'Everything',
  changeOne: thing => `Change ${thing}`,
  newOne: thing => `New ${thing}`,
  createOne: thing => `Create ${thing}`,
  shownOnlyNow: 'Shown only now',
  created: 'Created.',
};

export const THING_ACTIONS = {
  done: label => `Done: ${label}.`,
  rows: 'Rows',
  goWithIt: things => `With it go: ${things}.`,
  enterToConfirm: title => `Enter ${title} to confirm`,
  forGood: verb => `${verb} for good`,
  isNotTheName: 'is not the name',
  noWayBack: 'Nothing brings it back.',
};

export const THING_FORM = {
  more: count => `More fields (${count})`,
  advancedAsJson: 'Advanced, as JSON',
  namesBegin: (label, name) => `${label} (names beginning with ${name})`,
  object: (help, name) => `${help} An object, such as {"${name}…": "value"}.`,
  none: 'None',
  choose: 'Choose',
  defaultOf: value => `Default: ${value}`,
  onePerLine: hint => `${hint} One in each line.`,
  someAreWrong: 'Some fields are not right.',
  picture: 'Picture',
  pictureHint: 'JPEG, PNG, GIF or WebP.',
  cannotBeEmptied: 'cannot be emptied',
  empty: 'empty',
  changedMeanwhile: 'Changed meanwhile',
  changedBy: 'Changed by ',
  entriesKept: 'Your entries are still in the form. Save again to keep them.',
  bothValues: 'Both values',
  field: 'Field',
  itWas: 'It was',
  itIsNow: 'It is now',
  youEntered: 'You entered',
  saveChanges: 'Save changes',
};

export const FORMS = {
  showCharacters: 'Show the characters',
  hide: 'Hide',
};

export const PICKER = {
  search: things => `Search ${things}`,
  clear: 'Clear',
  clearOf: label => `Clear ${label}`,
  chosen: label => `${label}, chosen`,
  remove: 'Remove',
  removeOf: title => `Remove ${title}`,
};

export const PAGING = {
  page: (number, rows) => `Page ${number}, ${rows} rows`,
  showMore: 'Show more',
  shownOf: (shown, all) => `${shown} of ${all}`,
};

export const SNAPSHOTS = {
  nameOfSnapshot: 'Name of the snapshot',
  takeOne: 'Take a snapshot',
  take: 'Take',
  taken: 'Taken: ',
};

export const VALUES = {
  entries: many => `${many} entries`,
  show: 'Show',
  fan: id => `Fan ${id}`,
};
