// Made by `make types` from the schemas of the wire and of the API: do not change it here.

export type Sentence = string | (string | WirePart)[];

export interface AnalysisAnswer {
  state: string;
  done: number;
  of: number;
  deals: JudgedDeal[];
}

/** Answer what the seat is asked: "play QS KS", "bid 3". The same id again is the same answer, given once. */
export interface AnswerRequest {
  type: "answer";
  id?: string;
  action: string;
}

/** The picture to be seen by; empty: the first letter of one's name. */
export interface AvatarBody {
  avatar: "" | "cat" | "dog" | "fox" | "panda" | "rabbit" | "frog" | "pig" | "tiger" | "owl" | "chick" | "penguin" | "fish" | "turtle" | "bee" | "ladybird" | "tulip" | "sunflower" | "cactus" | "mushroom" | "cherry" | "teapot" | "lantern" | "boat" | "moon";
}

/** A bot plays for oneself, until one is back: `on` is false then, or there is a new connection. */
export interface AwayRequest {
  type: "away";
  id?: string;
  on?: boolean;
}

/** The host lets the match begin: bots take the chairs that are open. */
export interface BeginRequest {
  type: "begin";
  id?: string;
}

export interface BoardAnswer {
  game: string;
  board: string;
  rows: RatingRow[];
}

export interface BotAnswer {
  name: string;
  about: string;
  presets: string[];
  games: string[];
}

/** A chair: open, kept (`text` is for whom) or bot (`text` is which). */
export interface ChairBody {
  kind?: string;
  text?: string;
}

/** The host opens a chair, keeps it for somebody or gives it to a bot; who sat there has to get up. */
export interface ChairRequest {
  type: "chair";
  id?: string;
  seat: number;
  kind: string;
  text?: string;
}

/** Would this answer be refused, and why? */
export interface CheckRequest {
  type: "check";
  id?: string;
  action: string;
}

/** What may be answered? */
export interface ChoicesRequest {
  type: "choices";
  id?: string;
}

/** The rest is certain: let it be played out. */
export interface ClaimRequest {
  type: "claim";
  id?: string;
}

/** A deal of a finished match, as a seat saw it, or with all hands open. */
export interface DealAnswer {
  match: string;
  deal: number;
  deals: number;
  viewer: number;
  names: string[];
  news: WireNews[];
  tricks: number[];
  moves: number[];
}

export interface ExerciseRow {
  action: string;
  sentence: Sentence;
  cards: string;
  is_allowed: boolean;
  why: Sentence;
  rule: string;
  place: string;
}

/** A moment of a deal, and answers of which some are allowed. The same for the same seed. */
export interface ExerciseValue {
  rules: string;
  seed: number;
  seat: number;
  question: string;
  news: WireNews;
  rows: ExerciseRow[];
}

export interface GameAnswer {
  name: string;
  title: string;
  about: string;
  seats: number[];
  options: OptionAnswer[];
  presets: Record<string, Record<string, string>>;
  bots: string[];
  preset_titles: Record<string, string>;
}

export interface GamesAnswer {
  games: GameAnswer[];
  paces: Record<string, string>;
  languages: Record<string, string>;
}

/** Enough seen of the result of a deal. */
export interface GoOnRequest {
  type: "go_on";
  id?: string;
}

/** Listen. `since` is the number of the news heard last; the first news is a whole scene unless it is the newest. */
export interface HelloRequest {
  type: "hello";
  id?: string;
  version?: number;
  lang?: string;
  since?: number;
}

/** What are the choices worth? Thinking takes at most so long. */
export interface HintRequest {
  type: "hint";
  id?: string;
  ms?: number;
}

/** The address at which others find the house, or advice how they get one. */
export interface HouseAnswer {
  url: string;
  advice: string;
}

/** Enough seen of what was shown last. */
export interface HurryRequest {
  type: "hurry";
  id?: string;
}

/** A table where a chair is kept for one. */
export interface InvitationRow {
  table: string;
  rules: string;
  title: string;
  pace: string;
  host: string;
}

export interface JudgedDeal {
  deal: number;
  verdicts: VerdictRow[];
}

/** Moves of a deal, one after another, as many as a few seconds bear. */
export interface JudgedMoves {
  verdicts: VerdictRow[];
  done: number;
  of: number;
}

/** Go. The match is kept. */
export interface LeaveRequest {
  type: "leave";
  id?: string;
}

export interface LessonBody {
  rules: string;
}

export interface LobbyAnswer {
  online: number;
  tables: TableRow[];
  mine: SittingRow[];
  invitations: InvitationRow[];
}

export interface LoginBody {
  name: string;
  password: string;
}

/** What the cards were worth: `par` is what the bot made of them in each seat on average. */
export interface LuckAnswer {
  bot: string;
  deals: LuckRow[];
  scores: number[];
  par: number[];
  adjusted: number[];
}

export interface LuckRow {
  deal: number;
  scores: number[];
  par: number[];
}

/** A match that is over, or the record of one. */
export interface MatchAnswer {
  id: string;
  game: string;
  rules: string;
  deals: number;
  standing: number[];
  winners: number[];
  players: PlayedRow[];
  pace: string;
  is_public: boolean;
  ending: string;
  begun: number;
  ended: number;
  ratings: Record<string, unknown[]>;
}

export interface MatchPage {
  matches: MatchAnswer[];
  next: string;
}

export interface MatchRating {
  mu: number;
  sigma: number;
  matches: number;
}

/** The time to answer begins again. */
export interface MoreTimeRequest {
  type: "more_time";
  id?: string;
}

/** A move that was made, beside the other choices there were; the best first. */
export interface MoveAnswer {
  seat: number;
  made: string;
  choices: WireHint[];
  worlds: WorldRow[];
}

export interface NameBody {
  name: string;
}

/** Play on without a clock. It is switched off for good when all who are there want it. */
export interface NoClockRequest {
  type: "no_clock";
  id?: string;
  on?: boolean;
}

/** One house rule, enough for a form in any language. */
export interface OptionAnswer {
  name: string;
  kind: string;
  help: string;
  rule: string;
  default: string;
  choices: string[];
  least: number;
  most: number;
  title: string;
  choice_titles: string[];
}

/** A piece of the rules: its number (of a rule or a chapter), what it is, its text on one line. */
export interface Paragraph {
  number: string;
  kind: string;
  text: string;
}

export interface PasswordBody {
  password: string;
}

export interface PersonAnswer {
  id: string;
  name: string;
  kind: string;
  token: string;
  ratings: Record<string, RatingRow>;
  avatar: string;
}

/** Say something that everybody reads in his own language. */
export interface PhraseRequest {
  type: "phrase";
  id?: string;
  name: string;
}

/** What is different at one seat: put these over the old. */
export interface PlaceChanges {
  seat: number;
  name?: string;
  count?: number;
  team?: number;
  turn?: boolean;
  hand?: string[];
  shown?: string;
  notes?: Sentence[];
  exposed?: string;
  received?: string;
}

/** Who played a match, and how it ended for him. */
export interface PlayedRow {
  seat: number;
  name: string;
  score: number;
  person: string;
  bot: string;
  rank: number;
  figure: string;
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  rule: string;
  place: string;
}

/** All that is needed to check that a deck was shuffled fairly (record.md); empty where nothing was promised. */
export interface ProofAnswer {
  table: string;
  deal: number;
  commitment: string;
  values: string[];
  secret: string;
  unshuffled: string;
  deck: string;
}

export interface QuickBody {
  rules: string;
  pace?: string;
}

/** How strong somebody is in a game. */
export interface RatingRow {
  person: string;
  name: string;
  kind: string;
  value: number;
  is_provisional: boolean;
  matches: number;
  mu: number;
  sigma: number;
}

/** It may begin; or not yet. */
export interface ReadyRequest {
  type: "ready";
  id?: string;
  on?: boolean;
}

export interface RecordAnswer {
  match: MatchAnswer;
  deal: DealAnswer;
}

/** A record that somebody sends to look at a deal of it. */
export interface RecordBody {
  record: string;
  deal?: number;
  seat?: number;
}

/** A record that somebody sends to have moves of it judged. */
export interface RecordMovesBody {
  record: string;
  deal?: number;
  move?: number;
}

/** The same people once more, at another table: its id comes in `table`. */
export interface RematchRequest {
  type: "rematch";
  id?: string;
}

export interface RulesAnswer {
  rules: string;
  paragraphs: Paragraph[];
}

/** Something for everybody at the table. */
export interface SayRequest {
  type: "say";
  id?: string;
  text: string;
}

/** What is different: put these over the old scene, and those of each place over the old place. */
export interface SceneChanges {
  game?: string;
  title?: string;
  phase?: string;
  viewer?: number;
  deal?: number;
  places?: PlaceChanges[];
  trick?: WireTrick;
  last?: WireTrick;
  notes?: Sentence[];
  asks?: WireAsk[];
  question?: string;
  guide?: Sentence;
  standing?: number[];
  standing_text?: Sentence[];
  standing_figures?: string[];
  scores?: number[];
  score_lines?: Sentence[][];
  over?: boolean;
  clockwise?: boolean;
}

export interface SeatBody {
  seat?: number;
}

/** Take a chair. */
export interface SitRequest {
  type: "sit";
  id?: string;
  seat?: number;
}

/** A table where one sits. */
export interface SittingRow {
  table: string;
  rules: string;
  title: string;
  pace: string;
  state: string;
  waits: boolean;
}

/** Leave the chair for good: a bot has it then, if the match has begun. */
export interface StandRequest {
  type: "stand";
  id?: string;
}

export interface TableBody {
  rules: string;
  chairs?: ChairBody[];
  pace?: string;
  is_public?: boolean;
  onlookers?: boolean;
  open_hands?: boolean;
  sits?: boolean;
  draw?: number | null;
}

/** A table in a list. */
export interface TableRow {
  table: string;
  rules: string;
  title: string;
  pace: string;
  state: string;
  chairs: string[];
  open: number;
  can_watch: boolean;
}

/** Take the last answer back. */
export interface UndoRequest {
  type: "undo";
  id?: string;
}

/** Add something of one's own to the shuffle of the deal that was promised. */
export interface ValueRequest {
  type: "value";
  id?: string;
  deal: number;
  value: string;
}

export interface VerdictRow {
  move: number;
  seat: number;
  action: string;
  cost: number;
  margin: number;
  best: string;
  text: string;
}

/** What does the seat see, for a program that thinks? For bots, and for those who play alone against bots. */
export interface ViewRequest {
  type: "view";
  id?: string;
}

/** End the match. It ends when everybody who is here votes for it, or three quarters of the people who play do. */
export interface VoteRequest {
  type: "vote";
  id?: string;
  on?: boolean;
}

/** One thing that may be answered: a kind, `least` to `most` of these cards, one of these amounts. */
export interface WireAsk {
  kind: string;
  word: string;
  sentence: Sentence;
  cards: string;
  least: number;
  most: number;
  amounts: number[];
  barred: number[];
  meaning: Sentence;
  optional: boolean;
  sizes: number[];
  to: number;
}

/** Who sits on a chair of the house, before and during a match. */
export interface WireChair {
  seat: number;
  kind: string;
  name: string;
  bot: string;
  is_ready: boolean;
  is_away: boolean;
  is_played_for: boolean;
  is_free: boolean;
  avatar: string;
}

/** What may be answered, natural actions first; `complete` says if these are all. */
export interface WireChoices {
  type: "choices";
  actions: string[];
  id: string;
  complete: boolean;
  claim: Sentence;
}

/** The request with this id was done, and what it did will not be lost. */
export interface WireDone {
  type: "done";
  id: string;
}

/** A frame that was no request, or a fault of ours. */
export interface WireError {
  type: "error";
  code: string;
  text: string;
  id: string;
  at: string;
}

/** What happened, for the log and to move cards; of cards the listener may not see there is just the number. */
export interface WireEvent {
  kind: string;
  sentence: Sentence;
  seat: number;
  cards: string;
  amount: number;
  size: number;
  ends_trick: boolean;
  routine: boolean;
  points: number | null;
  lasting: boolean;
}

/** What one action is worth. */
export interface WireHint {
  action: string;
  sentence: Sentence;
  value: number;
  margin: number;
  cost: number;
  cost_margin: number;
  worlds: number;
}

/** The choices and their values, the best first. */
export interface WireHints {
  type: "hints";
  hints: WireHint[];
  id: string;
}

/** Where the match stands after a deal. */
export interface WireMatch {
  deal: number;
  standing: number[];
  standing_text: Sentence[];
  standing_figures: string[];
  leaders: number[];
  over: boolean;
}

/** Something has happened. `scene` is whole for who comes or comes back; else `changed` is what is different. */
export interface WireNews {
  type: "news";
  number: number;
  kind: string;
  scene: WireScene | null;
  changed: SceneChanges | null;
  events: WireEvent[];
  begins_log: boolean;
  seat: number;
  text: Sentence;
  seconds: number;
  can_undo: boolean;
  match: WireMatch | null;
  lesson: Sentence[];
}

/** A piece of a sentence that a screen may draw in its own way: cards, or a player. */
export interface WirePart {
  text: string;
  cards?: string;
  seat?: number;
}

/** Something to say that everybody reads in his own language. */
export interface WirePhrase {
  name: string;
  text: string;
}

/** One seat at the table. */
export interface WirePlace {
  seat: number;
  name: string;
  count: number;
  team: number;
  turn: boolean;
  hand: string[];
  shown: string;
  notes: Sentence[];
  exposed: string;
  received: string;
}

/** What one seat played: its cards in the order people lay them down, and what that is called. */
export interface WirePlay {
  seat: number;
  cards: string;
  name: Sentence;
}

/** A request was refused, and nothing has changed. */
export interface WireRefusal {
  type: "refusal";
  sentence: Sentence;
  code: string;
  id: string;
  rule: string;
  place: string;
}

/** Somebody said something while no match is on; during a match that is news. */
export interface WireSaid {
  type: "said";
  seat: number;
  name: string;
  text: string;
}

/** The table as the listener sees it. */
export interface WireScene {
  game: string;
  title: string;
  phase: string;
  viewer: number;
  deal: number;
  places: WirePlace[];
  trick: WireTrick;
  last: WireTrick;
  notes: Sentence[];
  asks: WireAsk[];
  question: string;
  guide: Sentence;
  standing: number[];
  standing_text: Sentence[];
  standing_figures: string[];
  scores: number[];
  score_lines: Sentence[][];
  over: boolean;
  clockwise: boolean;
}

/** How a table of the house stands: sent to who comes, and whenever something of it has changed. */
export interface WireTable {
  type: "table";
  table: string;
  rules: string;
  title: string;
  pace: string;
  state: string;
  chairs: WireChair[];
  seat: number;
  host: number;
  is_host: boolean;
  is_public: boolean;
  onlookers: boolean;
  open_hands: boolean;
  watching: number;
  votes: number[];
  has_clock: boolean;
  no_clock: number[];
  fill_in: number;
  ending: string;
  next: string;
  promised: number;
  commitment: string;
  phrases: WirePhrase[];
  practice: string;
  draw: number;
  id: string;
}

/** How many seconds there are to answer now. */
export interface WireTime {
  type: "time";
  seconds: number;
  id: string;
}

/** Cards on the table, the first play first; -1 where nobody is ahead or led. */
export interface WireTrick {
  plays: WirePlay[];
  winner: number;
  leader: number;
  points: number | null;
}

/** What the seat sees, as a position. */
export interface WireView {
  type: "view";
  position: string;
  id: string;
}

/** The answer to `hello`: news follows. */
export interface WireWelcome {
  type: "welcome";
  version: number;
  server: string;
  release: string;
  languages: string[];
  id: string;
}

/** For oneself alone: play forced cards without asking; how many seconds to see a move, a trick, a drawn card. */
export interface WishRequest {
  type: "wish";
  id?: string;
  automatic?: boolean | null;
  move?: number | null;
  trick?: number | null;
  draw?: number | null;
}

/** One way the cards may lie for all that a player knew, and what each choice leads to then. */
export interface WorldRow {
  hands: string[];
  values: number[];
}

export type ClientRequest =
  | HelloRequest
  | AnswerRequest
  | CheckRequest
  | ChoicesRequest
  | HintRequest
  | ViewRequest
  | UndoRequest
  | ClaimRequest
  | GoOnRequest
  | HurryRequest
  | MoreTimeRequest
  | SayRequest
  | WishRequest
  | SitRequest
  | StandRequest
  | ReadyRequest
  | ChairRequest
  | BeginRequest
  | VoteRequest
  | NoClockRequest
  | AwayRequest
  | RematchRequest
  | PhraseRequest
  | ValueRequest
  | LeaveRequest;

export type ServerMessage =
  | WireWelcome
  | WireNews
  | WireTable
  | WireSaid
  | WireDone
  | WireRefusal
  | WireChoices
  | WireHints
  | WireView
  | WireTime
  | WireError;

/** What a field is that was left out, and which fields are messages themselves. */
export const SHAPES: Record<string, { empty: Record<string, unknown>; parts: Record<string, string> }> = {
  PlaceChanges: { empty: {}, parts: {} },
  SceneChanges: { empty: {}, parts: {"places": "PlaceChanges", "trick": "WireTrick", "last": "WireTrick", "asks": "WireAsk"} },
  WireAsk: { empty: {"cards": "", "least": 0, "most": 0, "amounts": [], "barred": [], "meaning": "", "optional": false, "sizes": [], "to": -1}, parts: {} },
  WireChair: { empty: {"name": "", "bot": "", "is_ready": false, "is_away": false, "is_played_for": false, "is_free": false, "avatar": ""}, parts: {} },
  WireChoices: { empty: {"id": "", "complete": false, "claim": ""}, parts: {} },
  WireDone: { empty: {"id": ""}, parts: {} },
  WireError: { empty: {"id": "", "at": ""}, parts: {} },
  WireEvent: { empty: {"seat": -1, "cards": "", "amount": 0, "size": 0, "ends_trick": false, "routine": false, "points": null, "lasting": false}, parts: {} },
  WireHint: { empty: {"cost": 0.0, "cost_margin": 0.0, "worlds": 0}, parts: {} },
  WireHints: { empty: {"id": ""}, parts: {"hints": "WireHint"} },
  WireMatch: { empty: {"over": false}, parts: {} },
  WireNews: { empty: {"scene": null, "changed": null, "events": [], "begins_log": false, "seat": -1, "text": "", "seconds": 0.0, "can_undo": false, "match": null, "lesson": []}, parts: {"scene": "WireScene", "changed": "SceneChanges", "events": "WireEvent", "match": "WireMatch"} },
  WirePart: { empty: {"cards": "", "seat": -1}, parts: {} },
  WirePhrase: { empty: {}, parts: {} },
  WirePlace: { empty: {"name": "", "count": 0, "team": 0, "turn": false, "hand": [], "shown": "", "notes": [], "exposed": "", "received": ""}, parts: {} },
  WirePlay: { empty: {"name": ""}, parts: {} },
  WireRefusal: { empty: {"id": "", "rule": "", "place": ""}, parts: {} },
  WireSaid: { empty: {}, parts: {} },
  WireScene: { empty: {"trick": {}, "last": {}, "notes": [], "asks": [], "question": "", "guide": "", "standing": [], "standing_text": [], "standing_figures": [], "scores": [], "score_lines": [], "over": false, "clockwise": true}, parts: {"places": "WirePlace", "trick": "WireTrick", "last": "WireTrick", "asks": "WireAsk"} },
  WireTable: { empty: {"seat": -1, "host": -1, "is_host": false, "is_public": false, "onlookers": false, "open_hands": false, "watching": 0, "votes": [], "has_clock": false, "no_clock": [], "fill_in": 0, "ending": "", "next": "", "promised": 0, "commitment": "", "phrases": [], "practice": "", "draw": 0.0, "id": ""}, parts: {"chairs": "WireChair", "phrases": "WirePhrase"} },
  WireTime: { empty: {"id": ""}, parts: {} },
  WireTrick: { empty: {"plays": [], "winner": -1, "leader": -1, "points": null}, parts: {"plays": "WirePlay"} },
  WireView: { empty: {"id": ""}, parts: {} },
  WireWelcome: { empty: {"id": ""}, parts: {} },
};
