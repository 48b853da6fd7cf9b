// Made by `python tools/http_types.py` from the server's OpenAPI description; not to be edited.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The coach's assessment of the current guest's decisions in a game. Forced decisions are not counted. */
        AnalysedGame: {
            decisions: number;
            /** @description Total loss in winning probability over all decisions. */
            lost_chance: number;
            /** @description The first, second and last third of the game, by number of actions. */
            phases: components["schemas"]["AnalysedPhase"][];
        };
        /** @description Decisions in one phase of a game, and how many of them were inaccuracies, mistakes and blunders. */
        AnalysedPhase: {
            /** @description Number of decisions. */
            decisions: number;
            inaccuracy: number;
            mistake: number;
            blunder: number;
        };
        /** @description Analysis of a finished match. */
        Analysis: {
            /** @description Unit of values; see ``Hint.unit``. */
            unit: ("points" | "lead" | "chance") | null;
            verdicts: components["schemas"]["Verdict"][];
            /** @description Effect of each chance event, compared with its average outcome. */
            luck: components["schemas"]["Luck"][];
            /** @description Summary of the match for each seat. */
            summaries: components["schemas"]["Summary"][];
            /** @description Each seat's share of the win, from 0 to 1. */
            won: number[];
            /** @description Number of simulations for each decision. */
            simulations: number;
        };
        /** @description Progress or result of an analysis. */
        AnalysisState: {
            /**
             * @description ``none``: not requested; ``working``: in progress; ``done``: finished.
             * @enum {string}
             */
            state: "none" | "working" | "done";
            /** @description Number of parts of the analysis that are finished; 0 unless it is in progress. */
            done: number;
            /** @description Number of all parts of the analysis; 0 unless it is in progress. */
            total: number;
            analysis: components["schemas"]["Analysis"] | null;
        };
        /** @description Result of an attempt, as seen by ``seat``. */
        Attempt: {
            view: {
                [key: string]: unknown;
            };
            choices: {
                [key: string]: unknown;
            }[];
            previews: {
                [key: string]: unknown;
            }[];
            log: components["schemas"]["Reason"][];
            seat: number;
            /** @description True if the turn is complete. */
            over: boolean;
            /** @description Unit of values; see ``Hint.unit``. */
            unit: ("points" | "lead" | "chance") | null;
            verdict: components["schemas"]["AttemptVerdict"] | null;
            answer: components["schemas"]["AttemptAnswer"] | null;
        };
        /** @description The solution: the best turn, and why it is better than a weaker one. */
        AttemptAnswer: {
            plan: components["schemas"]["HintStep"][];
            /** @description Strongest reason for the best turn; null if the game gives none. */
            idea: components["schemas"]["Reason"] | null;
            /** @description Advantage of the best turn over the weaker one, in the unit of the attempt. */
            gain: number;
            /** @description Advantage of the best turn over the weaker one in winning probability, from 0 to 1. */
            gain_chance: number;
            /** @description Advantages of the best turn, by row of the score sheet. */
            reasons: components["schemas"]["HintReason"][];
        };
        /** @description Actions of an attempt to find the best turn. */
        AttemptRequest: {
            actions?: string[];
            /**
             * @description Content of the response, which always has the resulting position: with ``verdict``, also the verdict on a
             *     complete turn; with ``answer``, also the solution.
             * @enum {string}
             */
            want?: "picture" | "verdict" | "answer";
        };
        /** @description Verdict on an attempt. */
        AttemptVerdict: {
            /** @description True if the attempt is as good as the best turn. */
            right: boolean;
            /** @enum {string} */
            mark: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
            /** @description Loss compared with the best turn, in the unit given with the verdict. */
            lost: number;
            /** @description Loss in winning probability compared with the best turn, from 0 to 1. */
            lost_chance: number;
            /** @description Advantages of the best turn over the attempt; empty if the attempt is right. */
            reasons: components["schemas"]["HintReason"][];
        };
        /** @description The turn in which a seat gained most. */
        BestTurn: {
            seat: number;
            /** @description Number of the turn. */
            turn: number;
            /** @description Number of actions before the turn. */
            ply: number;
            gain: number;
        };
        /** @description Request to block or unblock a guest. */
        Block: {
            /** @description True to block, false to unblock. */
            on: boolean;
        };
        /** @description A bot of a game. */
        BotInfo: {
            name: string;
            title: string;
            description: string;
            /** @description The description as a translatable message: its ``key`` in the client's catalogue, and its parameters. */
            about?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description Latest messages of a table's chat channel (players or spectators), oldest first. */
        ChatHistory: {
            words: components["schemas"]["ChatMessage"][];
            /** @description Pseudonym of the current guest at this table; null without a guest. */
            me: string | null;
            /** @description Pseudonyms of the senders whom the current guest has muted. */
            muted: string[];
        };
        /** @description A chat message. */
        ChatMessage: {
            id: number;
            /** @description Time at which the message was sent. */
            at: string;
            /** @description Seat of the sender; null if the sender has no seat at the table. */
            seat: number | null;
            name: string;
            /** @description Pseudonym that identifies the sender at this table. */
            who: string;
            text: string;
            /** @description True if ``text`` is the name of a predefined message. */
            quick: boolean;
            /** @description Avatar colour of the sender. */
            colour: string | null;
        };
        /** @description Request to turn the chat of a table on or off. */
        ChatSwitch: {
            /** @description True to turn the chat on. */
            on: boolean;
        };
        /** @description Request to take a seat. */
        Claim: {
            /** @description Invite of a seat (the last part of its link), or code of a table, which leads to the next open seat. */
            invite: string;
            /** @description The guest's colour, in games with an option of kind ``colours``; null keeps the table's setting. */
            colour?: string | null;
        };
        /** @description Number of the seat that was taken. */
        ClaimedSeat: {
            seat: number;
        };
        /** @description One numbered rule. */
        Clause: {
            id: string;
            text: string;
        };
        /** @description Time limit for each player. */
        Clock: {
            /** @description Seconds that each player has at the start of the game. */
            bank: number;
            /** @description Seconds added after each turn. If equal to ``bank``, every turn starts with the full bank. */
            increment: number;
            /**
             * @description When time runs out: do nothing, let a bot play until the player returns, or let a bot play only this turn.
             * @enum {string}
             */
            at_zero?: "nothing" | "take_over" | "one_turn";
        };
        /** @description Progress of compiling a game. */
        CompileProgress: {
            /** @description Number of compiled functions. */
            done: number;
            /** @description Estimated number of functions to compile. */
            total: number;
            /** @description Estimated seconds left. */
            seconds: number;
        };
        /** @description A seat's complete but unconfirmed turn, with the coach's verdict. */
        CompleteTurn: {
            seat: number;
            /** @description Unit of values; see ``Hint.unit``. */
            unit: ("points" | "lead" | "chance") | null;
            /** @description Null if the player had no decision to make, or nothing could be gained. */
            verdict: components["schemas"]["TurnVerdict"] | null;
        };
        /** @description Id of the table that was created or joined. */
        CreatedTable: {
            id: string;
        };
        /** @description Credits of a game. */
        CreditsInfo: {
            designer: string;
            publisher: string;
            year: number;
            url: string;
        };
        /** @description A signed-in device. */
        DeviceInfo: {
            /** @description Id of the device, valid only in requests of the current guest. */
            id: string;
            name: string;
            created: string;
            /** @description Day on which the device was last used. */
            seen: string;
            /** @description True for the device that sent the request. */
            here: boolean;
        };
        /** @description Signed-in devices. */
        Devices: {
            devices: components["schemas"]["DeviceInfo"][];
            /** @description Creation time of the recovery code; null if there is none. */
            recovery: string | null;
        };
        /** @description Reason why a match ended early. */
        Ending: {
            /** @enum {string} */
            why: "resigned" | "closed" | "untouched" | "host" | "rules";
            /** @description The seat that resigned; null if the match ended for another reason. */
            seat: number | null;
        };
        /** @description An entry of a match record, such as an action or a change of seats. */
        EntryModel: {
            seq: number;
            kind: string;
            seat: number | null;
            text: string;
            at: string;
            details?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description Body of every error response. */
        ErrorBody: {
            error: components["schemas"]["ErrorDetail"];
        };
        /** @description Details of an error. */
        ErrorDetail: {
            /** @description Stable error code. */
            code: string;
            /** @description English message for developers. */
            message: string;
            /** @description Field or part of the request that caused the error. */
            where?: string | null;
            /** @description Description of the values that would be valid. */
            expected?: string | null;
            /** @description Clause of the rules that forbids an action. */
            clause?: string | null;
            /** @description Reason as a message that clients can translate. */
            reason?: components["schemas"]["Reason"] | null;
            /** @description Position of the request in the coach's queue. */
            place?: number | null;
        };
        /** @description Expected results of all choices in the current position. */
        ExpectedResults: {
            /** @description Unit of values; see ``Hint.unit``. */
            unit: ("points" | "lead" | "chance") | null;
            /** @description For each action: the chance of winning, or the points that the seat will still gain. */
            values: {
                [key: string]: number;
            };
        };
        /** @description The position from which a new table continues, and its seats. */
        Fork: {
            /** @description Number of actions before the position. */
            ply: number;
            seats: components["schemas"]["SeatPlan"][];
        };
        /** @description An installed game. */
        GameInfo: {
            name: string;
            title: string;
            summary: string;
            credits: components["schemas"]["CreditsInfo"];
            players: components["schemas"]["PlayersInfo"];
            /** @description Typical duration of a game, in minutes. */
            minutes: number;
            /** @description Complexity of the rules, from 1 (little to learn) to 3; 0 if unspecified. */
            complexity: number;
            rules_version: number;
            hidden_information: boolean;
            options: components["schemas"]["OptionInfo"][];
            bots: components["schemas"]["BotInfo"][];
            /** @description True if seats can have the bot ``adjust``, which stands for the level that suits the player. */
            adjusts: boolean;
        };
        /** @description The rules of a game. */
        Guide: {
            sections: components["schemas"]["Section"][];
        };
        HTTPValidationError: {
            detail?: components["schemas"]["ValidationError"][];
        };
        /** @description Health of the server. */
        Health: {
            /** @enum {string} */
            status: "ok" | "store_away";
            /** @description Reason why the database is unavailable; null if it is available. */
            reason: string | null;
            version: string;
            /** @description For each game, true if its machine code is available. */
            compiled: {
                [key: string]: boolean;
            };
            /** @description Progress of the games that are being compiled. */
            compiling: {
                [key: string]: components["schemas"]["CompileProgress"];
            };
        };
        /** @description Advice of the strongest bot on the rest of a turn. */
        Hint: {
            /** @description Seat to act. */
            seat: number;
            /** @description Legal actions with their values: first the bot's choice, then the others, highest value first. */
            choices: components["schemas"]["HintChoice"][];
            /** @description Actions of the plan for the rest of the turn. */
            best: string[];
            /** @description The same actions as in ``best``, with their log entries. */
            plan: components["schemas"]["HintStep"][];
            /** @description For each action of the plan: log entries of the other legal actions of the same kind. */
            instead: components["schemas"]["Reason"][][];
            /** @description Strongest reason for the proposed turn; null if the game gives none. */
            idea: components["schemas"]["Reason"] | null;
            /** @description Message with the expected result of the turn. */
            reason: components["schemas"]["Reason"];
            /** @description Advantages of the proposed turn over the next best one. */
            reasons: components["schemas"]["HintReason"][];
            /** @description Points by which the proposed turn exceeds the next best one in total; null if they were not compared. */
            ahead: number | null;
            /** @description True if the next best turn is about as good as the proposed one. */
            close: boolean;
            /** @description 95% confidence interval of the lead over the next best turn, in ``unit``; null if the lead may be zero. */
            sure: [
                number,
                number
            ] | null;
            /** @description Most important event after the turn; null if none stands out. */
            next: components["schemas"]["HintOutlook"] | null;
            /** @description Key of a message that explains why the first choice is first, even if another one has a higher value. */
            order: string;
            /**
             * @description Unit of values: ``points``; ``lead``, the points ahead of an automatic opponent; or ``chance``, the chance of
             *     winning from 0 to 1. Null if there is nothing to win.
             */
            unit: ("points" | "lead" | "chance") | null;
            /** @description Current result of each seat, in ``unit``; null if it can only be estimated. */
            before: number[] | null;
            /** @description Expected final result of each seat after the proposed turn, in ``unit``. */
            expected: number[];
            /** @description Each seat's chance of winning after the proposed turn, from 0 to 1; null if it cannot be estimated. */
            chances: number[] | null;
        };
        /** @description A legal action with its value. */
        HintChoice: {
            action: string;
            /** @description Value of the action, in the unit of the hint. */
            value: number;
            log: components["schemas"]["Reason"];
        };
        /** @description The most important event after a turn: the opponent's most costly reply, or the best chance outcome. */
        HintOutlook: {
            /** @description Seat that replies; null for chance. */
            seat: number | null;
            plan: components["schemas"]["HintStep"][];
            /** @description Effect of the event compared with the average of all possible events, in the unit of the hint. */
            brings: number;
        };
        /** @description One advantage of the best turn over another turn. */
        HintReason: {
            /** @description Row of the score sheet in which the best turn earns more; null for gains later in the game. */
            row: string | null;
            /** @description Points by which the best turn exceeds the other turn in this row. */
            points: number;
        };
        /** @description Request for a hint on a position. */
        HintRequest: {
            /** @description Number of actions before the position; null for the current position. */
            ply?: number | null;
        };
        /** @description One action of a plan, which is a list of actions that complete a turn. */
        HintStep: {
            action: string;
            log: components["schemas"]["Reason"];
        };
        /** @description A guest. */
        Identity: {
            name: string;
            /** @description Colour of the avatar; null if derived from the name. */
            colour: string | null;
            /** @description Codes of the languages that the guest speaks. */
            languages: string[];
        };
        /** @description Fellow players who can be invited, the most recent first. */
        InvitablePeople: {
            people: components["schemas"]["InvitablePerson"][];
        };
        /** @description A fellow player who can be invited. */
        InvitablePerson: {
            /** @description Pseudonym that identifies this guest, valid only in requests of the current guest. */
            who: string;
            name: string;
            colour: string | null;
            languages: string[];
            /**
             * @description ``free``: not invited; ``asked``: invited; ``declined``: has declined the invitation.
             * @enum {string}
             */
            state: "free" | "asked" | "declined";
        };
        /** @description Request to invite a guest to a table, or to withdraw the invitation. */
        InvitationChange: {
            /** @description True to invite, false to withdraw the invitation. */
            on: boolean;
        };
        /** @description A short code of a table, with which guests take its next open seat. */
        InvitationCode: {
            code: string;
        };
        /** @description The table and seat to which an invite or code leads. */
        Invite: {
            id: string;
            invite: string;
            game: string;
            seat: number;
            table: components["schemas"]["TableSummary"];
            /** @description Name of the guest who opened the table. */
            host: string | null;
            options: {
                [key: string]: unknown;
            };
            /** @description Typical duration of the match with its options, in minutes. */
            minutes: number;
            clock: {
                [key: string]: unknown;
            } | null;
        };
        /** @description A lesson that teaches one idea of a game. Its text is in the game's message catalogue. */
        Lesson: {
            id: string;
            proof: components["schemas"]["LessonProof"];
            /** @description Tasks of the lesson. They are solved like puzzles. */
            tasks: components["schemas"]["PuzzleSummary"][];
        };
        /** @description Evidence for the idea of a lesson, from positions in which a player could follow the idea or do the opposite. */
        LessonProof: {
            /** @description Number of positions. */
            positions: number;
            /** @description Share of positions in which following the idea was better, from 0 to 1. */
            better: number;
            /** @description Average gain from following the idea, in ``unit``. */
            gain: number;
            /** @description Average gain in winning probability from following the idea, from 0 to 1. */
            gain_chance: number;
            /**
             * @description Unit of values; see ``Hint.unit``.
             * @enum {string}
             */
            unit: "points" | "lead" | "chance";
        };
        /** @description Lessons of a game, in order. */
        Lessons: {
            lessons: components["schemas"]["Lesson"][];
        };
        /** @description Suggested bot level. */
        LevelSuggestion: {
            level: string;
            /**
             * @description Reason for this level: ``first``, no game yet; ``up``, ``down`` or ``stay``, compared with the last game; ``top``
             *     or ``bottom``, already the highest or lowest level.
             * @enum {string}
             */
            why: "first" | "up" | "down" | "stay" | "top" | "bottom";
            /** @description Level of the last game; null if there is none. */
            last: string | null;
        };
        /** @description Fixed response of a running process. */
        Liveness: {
            /** @constant */
            status: "ok";
        };
        /**
         * @description The effect of one chance event on every seat, relative to the average outcome.
         *
         *     Attributes:
         *         ply: number of actions before the event.
         *         seat: the seat whose knowledge is used to evaluate the outcomes: the next seat to act or, after the last turn
         *             of the game, the previous one.
         *         text: the outcome, as text.
         *         results: change in the expected result of each seat (points, or the winning probability).
         *         chances: change in the winning probability of each seat.
         *         doubts: standard errors of ``results``, which come from simulations.
         */
        Luck: {
            ply: number;
            seat: number;
            text: string;
            results: number[];
            chances: number[];
            doubts: number[];
        };
        /** @description Request to mute or unmute a guest. */
        Mute: {
            /** @description True to mute, false to unmute. */
            on: boolean;
        };
        /** @description Guests whom the current guest has muted. */
        MutedPeople: {
            muted: components["schemas"]["MutedPerson"][];
        };
        /** @description A muted guest. */
        MutedPerson: {
            /** @description Pseudonym that identifies this guest, valid only in requests of the current guest. */
            who: string;
            name: string;
        };
        /** @description A table of the current guest. */
        MyTable: {
            id: string;
            game: string;
            players: number;
            /** @enum {string} */
            status: "waiting" | "playing" | "over";
            /** @description Reason why the match ended early; null if it did not. */
            ending: components["schemas"]["Ending"] | null;
            seats: components["schemas"]["SeatSummary"][];
            /** @description Number of the last entry in the record of the match. */
            seq: number;
            /** @description Seat to act. */
            turn: number | null;
            updated: string;
            /** @description True for an imported record, which is view-only. */
            review: boolean;
            /** @description Link to take the first open seat; null if the table is not listed or has no open seat. */
            join: string | null;
            /** @description Time at which the clock of the player to act runs out; null if no clock is running. */
            due: string | null;
            /** @description True if the table waits for the current guest to make a move or answer an undo request. */
            waits: boolean;
        };
        /** @description A chat message to send. */
        NewChatMessage: {
            text: string;
            /** @description True if ``text`` is the name of a predefined message, which clients translate. */
            quick?: boolean;
        };
        /** @description New name of a guest. */
        NewName: {
            name: string;
        };
        /** @description A single-use code that signs in another device. */
        NewResumeCode: {
            code: string;
            expires: string;
        };
        /** @description Settings of a table to create. */
        NewTable: {
            game: string;
            /** @description Options of the game; omitted ones have the game's defaults. */
            options?: {
                [key: string]: unknown;
            };
            seats: components["schemas"]["SeatPlan"][];
            /** @description Let anyone with the link watch. */
            spectators?: boolean;
            /** @description Let players confirm the end of each turn. Until then, they can undo the turn. */
            confirm?: boolean;
            /** @description List the table in the lobby while it has open seats. */
            listed?: boolean;
            clock?: components["schemas"]["Clock"] | null;
            /** @description Allow chat at the table. */
            talk?: boolean;
            /** @description Let the coach judge a turn before it is confirmed. This requires ``confirm``, and a table without open seats. */
            coach?: boolean;
        };
        /** @description An option of a game. */
        OptionInfo: {
            name: string;
            /** @description Kind of option, such as ``flag`` or ``choice``. */
            kind: string;
            default: unknown;
            /** @description Default value for new tables. */
            at_table: unknown;
            /** @description Possible values; null if they are not limited to a list. */
            choices: unknown[] | null;
            /** @description Numbers of players with which values other than the default are accepted. */
            players: number[];
            help: string;
        };
        /** @description Guests whom the current guest has recently played with or has blocked. */
        People: {
            people: components["schemas"]["Person"][];
        };
        /** @description A fellow player. */
        Person: {
            /** @description Pseudonym that identifies this guest, valid only in requests of the current guest. */
            who: string;
            name: string;
            /** @description Number of shared tables. */
            tables: number;
            /** @description Time of the last change at a shared table; null if there is none. */
            last: string | null;
            blocked: boolean;
            colour: string | null;
            languages: string[];
        };
        /** @description A finished game of the current guest. */
        PlayedGame: {
            id: string;
            game: string;
            updated: string;
            players: number;
            /** @description Names of the bots at the table. */
            bots: string[];
            /** @description Number of other people at the table. */
            people: number;
            points: number;
            rank: number;
            won: boolean;
            /** @description True if the guest did not resign and the game did not end early. */
            whole: boolean;
            /** @description The coach's assessment; null if there is no analysis, or if the game is not among the latest analysed ones. */
            judged: components["schemas"]["AnalysedGame"] | null;
        };
        /** @description Supported numbers of players. */
        PlayersInfo: {
            min: number;
            max: number;
            default: number;
        };
        /** @description The position after ``ply`` actions. */
        PositionAt: {
            ply: number;
            view: {
                [key: string]: unknown;
            };
            scores: {
                [key: string]: unknown;
            }[];
        };
        /** @description Praise for a result, as a translatable message. */
        Praise: {
            /** @description The praised seat; null for all seats together. */
            seat: number | null;
            key: string;
            params: {
                [key: string]: unknown;
            };
        };
        /** @description Public profile of a guest. */
        Profile: {
            /** @description Colour of the avatar; null to derive it from the name. */
            colour?: string | null;
            /** @description Codes of the languages that the guest speaks. */
            languages?: string[];
        };
        /** @description A notification to show. */
        PushNotificationContent: {
            title: string;
            body: string;
            lang: string;
            /** @description Path of the page that the notification opens. */
            path: string;
            /** @description URL that returns the current content of the notification. */
            still: string;
            /** @description True if the notification still applies. */
            holds: boolean;
        };
        /** @description Push subscription of this browser. */
        PushState: {
            /** @description The server's public key in base64url; null if the server does not support push. */
            key: string | null;
            /** @description True if this browser is subscribed. */
            on: boolean;
            /** @description Language of notifications to this browser; null if it is not subscribed. */
            language: string | null;
            /** @description Number of hours before a deadline at which to send a reminder; null if this browser is not subscribed. */
            remind: number | null;
        };
        /** @description Push subscription of this browser. */
        PushSubscriptionRequest: {
            /** @description ``endpoint`` of the browser's ``PushSubscription``. */
            endpoint: string;
            /** @description Key ``p256dh`` of the browser's ``PushSubscription``. */
            public_key: string;
            /** @description Key ``auth`` of the browser's ``PushSubscription``. */
            secret: string;
            language: string;
            /** @description Number of hours before a deadline at which to send a reminder; 0 for none. */
            remind: number;
        };
        /** @description Identifier of a puzzle. */
        PuzzleName: {
            game: string;
            id: string;
        };
        /** @description A puzzle in a list. */
        PuzzleSummary: {
            game: string;
            id: string;
            players: number;
            /** @description Seat for which to find the best turn. */
            seat: number;
            /** @enum {string} */
            difficulty: "easy" | "medium" | "hard";
        };
        /** @description All puzzles. */
        Puzzles: {
            /** @description Puzzle of the day. */
            today: components["schemas"]["PuzzleName"] | null;
            puzzles: components["schemas"]["PuzzleSummary"][];
        };
        /** @description Request to join a quick match with other people. */
        QuickMatch: {
            game: string;
            /** @description Number of players of the new table, if no suitable table is open. */
            players?: number | null;
        };
        /** @description A message from the client's catalogue, given by its key and parameters. */
        Reason: {
            key: string;
            params: {
                [key: string]: unknown;
            };
        };
        /** @description A table that the current guest is invited to. */
        ReceivedInvitation: {
            id: string;
            game: string;
            players: number;
            /** @enum {string} */
            status: "waiting" | "playing" | "over";
            /** @description Reason why the match ended early; null if it did not. */
            ending: components["schemas"]["Ending"] | null;
            seats: components["schemas"]["SeatSummary"][];
            /** @description Number of the last entry in the record of the match. */
            seq: number;
            /** @description Seat to act. */
            turn: number | null;
            updated: string;
            /** @description True for an imported record, which is view-only. */
            review: boolean;
            /** @description Link to take the first open seat; null if the table is not listed or has no open seat. */
            join: string | null;
            /** @description Time at which the clock of the player to act runs out; null if no clock is running. */
            due: string | null;
            /** @description Name of the guest who sent the invitation. */
            host: string;
            /** @description Invite of an open seat, with which the guest can join. */
            invite: string;
            /** @description Id of the table whose game is repeated here; null if this is not a rematch. */
            rematch_of: string | null;
        };
        /** @description A record file; see docs/protocol.md. */
        RecordModel: {
            schema: number;
            game: string;
            rules_version: number;
            options: {
                [key: string]: unknown;
            };
            components: {
                [key: string]: unknown;
            };
            seats: components["schemas"]["RecordSeat"][];
            entries: components["schemas"]["EntryModel"][];
            result: {
                [key: string]: unknown;
            } | null;
            software: string;
        };
        /** @description A seat at the start of the match. */
        RecordSeat: {
            name: string;
            kind: string;
            bot?: string | null;
        };
        /** @description A permanent code that signs in any device. */
        RecoveryCode: {
            code: string;
            /** @description Time at which the code was created. */
            made: string;
        };
        /** @description All actions of a match except those that were undone. */
        Replay: {
            plies: components["schemas"]["ReplayPly"][];
            length: number;
        };
        /** @description An action that has not been undone. */
        ReplayPly: {
            /** @description Number of the entry. */
            seq: number;
            /** @description True if the referee has added details to the entry, such as the motion of pieces. */
            details: boolean;
            ply: number;
            seat: number | null;
            /** @description The action as text. */
            text: string;
            log: components["schemas"]["Reason"];
            turn: number;
        };
        /** @description Report of an offensive name or message. */
        Report: {
            /** @description The reporter's explanation. */
            note?: string;
        };
        /** @description A resume or recovery code. */
        ResumeCode: {
            /** @description The code. Spaces, hyphens and case are ignored. */
            code: string;
        };
        /** @description The guest as whom this device is now signed in. */
        ResumedIdentity: {
            name: string;
            /** @description Colour of the avatar; null if derived from the name. */
            colour: string | null;
            /** @description Codes of the languages that the guest speaks. */
            languages: string[];
            /** @description Number of tables transferred from the guest that the device used before. */
            tables: number;
        };
        /** @description The position after the actions were applied. */
        Sandbox: {
            view: {
                [key: string]: unknown;
            };
            choices: {
                [key: string]: unknown;
            }[];
            previews: {
                [key: string]: unknown;
            }[];
            scores: {
                [key: string]: unknown;
            }[];
            log: components["schemas"]["Reason"][];
            /** @description Seat to act; -1 for chance, -4 if the game is over. */
            current: number;
        };
        /** @description A position, and actions to apply to it. */
        SandboxRequest: {
            game: string;
            options?: {
                [key: string]: unknown;
            };
            /** @description Position in the game's own format; null for the initial position. */
            position?: {
                [key: string]: unknown;
            } | null;
            actions?: string[];
        };
        /** @description A position to score. */
        ScoreRequest: {
            game: string;
            options?: {
                [key: string]: unknown;
            };
            /** @description Position in the game's own format. */
            position: {
                [key: string]: unknown;
            };
        };
        /** @description Scores of a position. */
        Scores: {
            scores: number[];
            /** @description Score sheets that explain every point. */
            sheets: {
                [key: string]: unknown;
            }[];
        };
        /** @description Planned occupant of a seat of a new table. */
        SeatPlan: {
            /**
             * @description ``me``: the owner of the table; ``local``: another person at the same device; ``bot``: a bot; ``open``: a guest
             *     who accepts the invite.
             * @enum {string}
             */
            kind: "me" | "local" | "bot" | "open";
            /** @description Name of the bot, for kind ``bot``. */
            bot?: string | null;
            /** @description Name of the person, for kind ``local``. */
            name?: string | null;
        };
        /** @description A seat of a table in a list. */
        SeatSummary: {
            seat: number;
            name: string;
            /** @enum {string} */
            kind: "person" | "bot" | "open";
            /** @description Name of the bot that plays at the seat, even if only for an absent player; null without a bot. */
            bot: string | null;
            /** @description True if the seat belongs to the current guest. */
            mine: boolean;
            /** @description True if a bot plays for an absent player. */
            stand_in: boolean;
            /** @description True if the player has resigned and a bot has taken over for the rest of the match. */
            resigned: boolean;
            /** @description Avatar colour of the player. */
            colour: string | null;
            /** @description Codes of the languages that the player speaks. */
            languages: string[];
        };
        /** @description A chapter of the rules. */
        Section: {
            id: string;
            title: string;
            /** @description Text of the chapter before its first numbered rule. */
            text: string;
            clauses: components["schemas"]["Clause"][];
        };
        /** @description Result of a one-player match. */
        SoloResult: {
            id: string;
            options: {
                [key: string]: unknown;
            };
            total: number;
            /** @description Signed result of the match: above 0 if it was won. */
            margin: number;
            won: boolean;
            updated: string;
        };
        /** @description Finished one-player matches of a game, newest first. */
        SoloResults: {
            results: components["schemas"]["SoloResult"][];
        };
        /** @description Choice of the bot for a seat. */
        StandIn: {
            bot: string;
        };
        /** @description Finished games of the current guest. */
        Statistics: {
            /** @description The latest 1000 games, newest first. */
            games: components["schemas"]["PlayedGame"][];
            /** @description Number of all finished games. */
            total: number;
        };
        /** @description Highlights of a finished match. */
        Story: {
            /** @description The best turn of each seat; null if it has none. */
            best: (components["schemas"]["BestTurn"] | null)[];
            /** @description Messages of praise, the rarest first. */
            praise: components["schemas"]["Praise"][];
        };
        /**
         * @description Summary of a game for one seat.
         *
         *     Attributes:
         *         seat: the seat.
         *         decisions: number of decisions, not counting forced ones.
         *         result: final result in the unit of the game: points, or a share of the win.
         *         lost, lost_chance: total loss over all decisions, in the unit of the game and in winning probability.
         *         luck, luck_chance: total effect of chance events relative to the average outcome, in the same two units.
         *         luck_doubt: standard error of ``luck``.
         *         marks: number of decisions with each of ``MARKS``.
         */
        Summary: {
            seat: number;
            decisions: number;
            result: number;
            lost: number;
            lost_chance: number;
            luck: number;
            luck_chance: number;
            luck_doubt: number;
            marks: {
                [key: string]: number;
            };
        };
        /** @description A table with its settings and result. */
        TableDetails: {
            id: string;
            game: string;
            players: number;
            /** @enum {string} */
            status: "waiting" | "playing" | "over";
            /** @description Reason why the match ended early; null if it did not. */
            ending: components["schemas"]["Ending"] | null;
            seats: components["schemas"]["SeatSummary"][];
            /** @description Number of the last entry in the record of the match. */
            seq: number;
            /** @description Seat to act. */
            turn: number | null;
            updated: string;
            /** @description True for an imported record, which is view-only. */
            review: boolean;
            /** @description Link to take the first open seat; null if the table is not listed or has no open seat. */
            join: string | null;
            /** @description Time at which the clock of the player to act runs out; null if no clock is running. */
            due: string | null;
            options: {
                [key: string]: unknown;
            };
            /** @description True if the current guest opened the table. */
            owner: boolean;
            /** @description True if turns must be confirmed. */
            confirm: boolean;
            /** @description True if anyone with the link can watch. */
            spectators: boolean;
            /** @description Requests that the current guest may make: ``leave``, ``resign``, ``close``, ``delete``. */
            may: string[];
            /** @description Links to take the open seats, by seat number; null unless the current guest opened the table. */
            invites: {
                [key: string]: string;
            } | null;
            spectator_url: string | null;
            /** @description Result of the match; null until it is finished. */
            result: {
                [key: string]: unknown;
            } | null;
            /** @description True if the rules or pieces of the match are no longer installed. It can still be exported, but not shown. */
            outdated: boolean;
        };
        /** @description Tables for the lobby. */
        TableLists: {
            /** @description Tables of the current guest. Those that wait for the guest come first. */
            mine: components["schemas"]["MyTable"][];
            /** @description Number of all the guest's tables, including those not listed here. */
            total: number;
            /** @description Number of the guest's tables that wait for the guest. */
            waiting: number;
            /** @description Tables that the guest is invited to. */
            asked: components["schemas"]["ReceivedInvitation"][];
            /** @description Open tables of other guests. */
            open: components["schemas"]["TableSummary"][];
            /** @description Number of open tables of other guests; 50 stands for 50 or more. */
            open_total: number;
        };
        /** @description Result of a match. */
        TableResult: {
            /** @description Points by seat. */
            totals: number[];
            /** @description Ranks by seat. */
            ranks: number[];
            /** @description Winning seats. */
            winners: number[];
        };
        /** @description A table found by a search of the current guest's tables. */
        TableSearchHit: {
            id: string;
            game: string;
            players: number;
            /** @enum {string} */
            status: "waiting" | "playing" | "over";
            /** @description Reason why the match ended early; null if it did not. */
            ending: components["schemas"]["Ending"] | null;
            seats: components["schemas"]["SeatSummary"][];
            /** @description Number of the last entry in the record of the match. */
            seq: number;
            /** @description Seat to act. */
            turn: number | null;
            updated: string;
            /** @description True for an imported record, which is view-only. */
            review: boolean;
            /** @description Link to take the first open seat; null if the table is not listed or has no open seat. */
            join: string | null;
            /** @description Time at which the clock of the player to act runs out; null if no clock is running. */
            due: string | null;
            /** @description Result of the match; null if there is none. */
            result: components["schemas"]["TableResult"] | null;
            /** @description Id of the table of the rematch; null if there is none. */
            rematch: string | null;
            /** @description True if the guest can request a rematch. */
            again: boolean;
        };
        /** @description A page of the current guest's tables, newest first. */
        TableSearchPage: {
            tables: components["schemas"]["TableSearchHit"][];
            /** @description Number of matching tables. */
            total: number;
            /** @description Names of all games for which the guest has tables. */
            games: string[];
        };
        /** @description A table in a list. */
        TableSummary: {
            id: string;
            game: string;
            players: number;
            /** @enum {string} */
            status: "waiting" | "playing" | "over";
            /** @description Reason why the match ended early; null if it did not. */
            ending: components["schemas"]["Ending"] | null;
            seats: components["schemas"]["SeatSummary"][];
            /** @description Number of the last entry in the record of the match. */
            seq: number;
            /** @description Seat to act. */
            turn: number | null;
            updated: string;
            /** @description True for an imported record, which is view-only. */
            review: boolean;
            /** @description Link to take the first open seat; null if the table is not listed or has no open seat. */
            join: string | null;
            /** @description Time at which the clock of the player to act runs out; null if no clock is running. */
            due: string | null;
        };
        /** @description The coach's verdict on a complete turn. */
        TurnVerdict: {
            /** @description True if the turn is as good as the best one. */
            right: boolean;
            /** @enum {string} */
            mark: "forced" | "best" | "good" | "inaccuracy" | "mistake" | "blunder";
            /** @description Loss compared with the best turn, in the unit given with the verdict. */
            lost: number;
            /** @description Loss in winning probability compared with the best turn, from 0 to 1. */
            lost_chance: number;
            /** @description The best turn; empty if the turn played is as good. */
            plan: components["schemas"]["HintStep"][];
        };
        ValidationError: {
            loc: (string | number)[];
            msg: string;
            type: string;
            input?: unknown;
            ctx?: Record<string, never>;
        };
        /** @description The coach's verdict on consecutive decisions of one seat. */
        Verdict: {
            seat: number;
            /** @description Number of actions before the decisions. */
            ply: number;
            /** @description Number of decisions. */
            count: number;
            /** @enum {string} */
            mark: "forced" | "best" | "good" | "inaccuracy" | "mistake" | "blunder";
            /** @description Loss compared with the best turn, in the unit of the analysis. */
            lost: number;
            /** @description Loss in winning probability compared with the best turn, from 0 to 1. */
            lost_chance: number;
            /** @description Standard error of ``lost``. */
            doubt: number;
            /** @description Expected final result of each seat if the best turn is played, in the unit of the analysis. */
            expected: number[];
            /** @description Each seat's chance of winning if the best turn is played, from 0 to 1. */
            chances: number[];
            /** @description The best turn; empty if the decisions were forced or already the best. */
            plan: components["schemas"]["HintStep"][];
            /** @description Advantages of the best turn over the one played; empty unless it was clearly better. */
            reasons: components["schemas"]["HintReason"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AnalysedGame = components['schemas']['AnalysedGame'];
export type AnalysedPhase = components['schemas']['AnalysedPhase'];
export type Analysis = components['schemas']['Analysis'];
export type AnalysisState = components['schemas']['AnalysisState'];
export type Attempt = components['schemas']['Attempt'];
export type AttemptAnswer = components['schemas']['AttemptAnswer'];
export type AttemptRequest = components['schemas']['AttemptRequest'];
export type AttemptVerdict = components['schemas']['AttemptVerdict'];
export type BestTurn = components['schemas']['BestTurn'];
export type Block = components['schemas']['Block'];
export type BotInfo = components['schemas']['BotInfo'];
export type ChatHistory = components['schemas']['ChatHistory'];
export type ChatMessage = components['schemas']['ChatMessage'];
export type ChatSwitch = components['schemas']['ChatSwitch'];
export type Claim = components['schemas']['Claim'];
export type ClaimedSeat = components['schemas']['ClaimedSeat'];
export type Clause = components['schemas']['Clause'];
export type Clock = components['schemas']['Clock'];
export type CompileProgress = components['schemas']['CompileProgress'];
export type CompleteTurn = components['schemas']['CompleteTurn'];
export type CreatedTable = components['schemas']['CreatedTable'];
export type CreditsInfo = components['schemas']['CreditsInfo'];
export type DeviceInfo = components['schemas']['DeviceInfo'];
export type Devices = components['schemas']['Devices'];
export type Ending = components['schemas']['Ending'];
export type EntryModel = components['schemas']['EntryModel'];
export type ErrorBody = components['schemas']['ErrorBody'];
export type ErrorDetail = components['schemas']['ErrorDetail'];
export type ExpectedResults = components['schemas']['ExpectedResults'];
export type Fork = components['schemas']['Fork'];
export type GameInfo = components['schemas']['GameInfo'];
export type Guide = components['schemas']['Guide'];
export type HTTPValidationError = components['schemas']['HTTPValidationError'];
export type Health = components['schemas']['Health'];
export type Hint = components['schemas']['Hint'];
export type HintChoice = components['schemas']['HintChoice'];
export type HintOutlook = components['schemas']['HintOutlook'];
export type HintReason = components['schemas']['HintReason'];
export type HintRequest = components['schemas']['HintRequest'];
export type HintStep = components['schemas']['HintStep'];
export type Identity = components['schemas']['Identity'];
export type InvitablePeople = components['schemas']['InvitablePeople'];
export type InvitablePerson = components['schemas']['InvitablePerson'];
export type InvitationChange = components['schemas']['InvitationChange'];
export type InvitationCode = components['schemas']['InvitationCode'];
export type Invite = components['schemas']['Invite'];
export type Lesson = components['schemas']['Lesson'];
export type LessonProof = components['schemas']['LessonProof'];
export type Lessons = components['schemas']['Lessons'];
export type LevelSuggestion = components['schemas']['LevelSuggestion'];
export type Liveness = components['schemas']['Liveness'];
export type Luck = components['schemas']['Luck'];
export type Mute = components['schemas']['Mute'];
export type MutedPeople = components['schemas']['MutedPeople'];
export type MutedPerson = components['schemas']['MutedPerson'];
export type MyTable = components['schemas']['MyTable'];
export type NewChatMessage = components['schemas']['NewChatMessage'];
export type NewName = components['schemas']['NewName'];
export type NewResumeCode = components['schemas']['NewResumeCode'];
export type NewTable = components['schemas']['NewTable'];
export type OptionInfo = components['schemas']['OptionInfo'];
export type People = components['schemas']['People'];
export type Person = components['schemas']['Person'];
export type PlayedGame = components['schemas']['PlayedGame'];
export type PlayersInfo = components['schemas']['PlayersInfo'];
export type PositionAt = components['schemas']['PositionAt'];
export type Praise = components['schemas']['Praise'];
export type Profile = components['schemas']['Profile'];
export type PushNotificationContent = components['schemas']['PushNotificationContent'];
export type PushState = components['schemas']['PushState'];
export type PushSubscriptionRequest = components['schemas']['PushSubscriptionRequest'];
export type PuzzleName = components['schemas']['PuzzleName'];
export type PuzzleSummary = components['schemas']['PuzzleSummary'];
export type Puzzles = components['schemas']['Puzzles'];
export type QuickMatch = components['schemas']['QuickMatch'];
export type Reason = components['schemas']['Reason'];
export type ReceivedInvitation = components['schemas']['ReceivedInvitation'];
export type RecordModel = components['schemas']['RecordModel'];
export type RecordSeat = components['schemas']['RecordSeat'];
export type RecoveryCode = components['schemas']['RecoveryCode'];
export type Replay = components['schemas']['Replay'];
export type ReplayPly = components['schemas']['ReplayPly'];
export type Report = components['schemas']['Report'];
export type ResumeCode = components['schemas']['ResumeCode'];
export type ResumedIdentity = components['schemas']['ResumedIdentity'];
export type Sandbox = components['schemas']['Sandbox'];
export type SandboxRequest = components['schemas']['SandboxRequest'];
export type ScoreRequest = components['schemas']['ScoreRequest'];
export type Scores = components['schemas']['Scores'];
export type SeatPlan = components['schemas']['SeatPlan'];
export type SeatSummary = components['schemas']['SeatSummary'];
export type Section = components['schemas']['Section'];
export type SoloResult = components['schemas']['SoloResult'];
export type SoloResults = components['schemas']['SoloResults'];
export type StandIn = components['schemas']['StandIn'];
export type Statistics = components['schemas']['Statistics'];
export type Story = components['schemas']['Story'];
export type Summary = components['schemas']['Summary'];
export type TableDetails = components['schemas']['TableDetails'];
export type TableLists = components['schemas']['TableLists'];
export type TableResult = components['schemas']['TableResult'];
export type TableSearchHit = components['schemas']['TableSearchHit'];
export type TableSearchPage = components['schemas']['TableSearchPage'];
export type TableSummary = components['schemas']['TableSummary'];
export type TurnVerdict = components['schemas']['TurnVerdict'];
export type ValidationError = components['schemas']['ValidationError'];
export type Verdict = components['schemas']['Verdict'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
