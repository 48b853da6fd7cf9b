// Made by `python tools/http_types.py` from the server's OpenAPI description; not to be edited.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description The coach's assessment of my turns in a game: the total chance to win that they lost; ``phases``: by thirds of
         *     the game. Forced decisions do not count.
         */
        AnalysedGame: {
            decisions: number;
            lost_chance: number;
            phases: components["schemas"]["AnalysedPhase"][];
        };
        /** @description Number of my decisions in a phase of a game, and of those with a better alternative. */
        AnalysedPhase: {
            decisions: number;
            inaccuracy: number;
            mistake: number;
            blunder: number;
        };
        /** @description Analysis of a finished match. ``unit``: as in ``Hint``; ``won``: each seat's share of the win. */
        Analysis: {
            unit: ("points" | "lead" | "chance") | null;
            verdicts: components["schemas"]["Verdict"][];
            luck: components["schemas"]["Luck"][];
            summaries: components["schemas"]["Summary"][];
            won: number[];
            simulations: number;
        };
        /** @description State of an analysis: not requested, ``done`` of ``total`` parts, or its result. */
        AnalysisState: {
            /** @enum {string} */
            state: "none" | "working" | "done";
            done: number;
            total: number;
            analysis: components["schemas"]["Analysis"] | null;
        };
        /** @description The result of an attempt as ``seat`` sees it. ``over``: true if the turn is complete; ``unit``: of losses. */
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
            over: boolean;
            unit: ("points" | "lead" | "chance") | null;
            verdict: components["schemas"]["AttemptVerdict"] | null;
            answer: components["schemas"]["AttemptAnswer"] | null;
        };
        /**
         * @description The best turn in words, the strongest reason for it (``idea``), and its advantage over the weaker one: in total,
         *     in the unit of the attempt and as chance to win, and by ``reasons``.
         */
        AttemptAnswer: {
            plan: components["schemas"]["HintStep"][];
            idea: components["schemas"]["Reason"] | null;
            gain: number;
            gain_chance: number;
            reasons: components["schemas"]["HintReason"][];
        };
        /**
         * @description Actions to try, and the requested response: the resulting position, the verdict on a complete turn, or the
         *     solution.
         */
        AttemptRequest: {
            actions?: string[];
            /** @enum {string} */
            want?: "picture" | "verdict" | "answer";
        };
        /**
         * @description The loss of a turn compared with the best; ``reasons``: advantages of the best. ``right``: true if it is as
         *     good.
         */
        AttemptVerdict: {
            right: boolean;
            /** @enum {string} */
            mark: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
            lost: number;
            lost_chance: number;
            reasons: components["schemas"]["HintReason"][];
        };
        /** @description The turn that gained a seat the most: its number, and the ply at which it begins. */
        BestTurn: {
            seat: number;
            turn: number;
            ply: number;
            gain: number;
        };
        /** @description Block a guest if ``on``, so that we do not meet at tables, otherwise unblock them. */
        Block: {
            on: boolean;
        };
        /** @description A bot. */
        BotInfo: {
            name: string;
            title: string;
            description: string;
            about?: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * @description The latest messages in my channel, the players' or the spectators', in order. ``me``: my pseudonym there;
         *     ``muted``: senders that I have muted.
         */
        ChatHistory: {
            words: components["schemas"]["ChatMessage"][];
            me: string | null;
            muted: string[];
        };
        /**
         * @description A sent message. ``seat``: the sender's seat, if any; ``who``: pseudonym of the sender at this table; ``quick``:
         *     true if ``text`` is the name of a predefined message in the client's catalogue; ``colour``: of the sender's avatar.
         */
        ChatMessage: {
            id: number;
            at: string;
            seat: number | null;
            name: string;
            who: string;
            text: string;
            quick: boolean;
            colour: string | null;
        };
        /** @description Turn the chat of my table on or off. */
        ChatSwitch: {
            on: boolean;
        };
        /**
         * @description The invite of a seat (the last part of its link), or the code of the table, which takes the next open seat.
         *
         *     ``colour``: my colour, in games with an option of kind ``colours``; null keeps the table's setting.
         */
        Claim: {
            invite: string;
            colour?: string | null;
        };
        /** @description The seat that was taken. */
        ClaimedSeat: {
            seat: number;
        };
        /** @description One numbered rule. */
        Clause: {
            id: string;
            text: string;
        };
        /**
         * @description Time limit in seconds: initial bank, and increment for each finished turn. If the increment equals the bank, each
         *     turn has the full bank. ``at_zero``: when a player's time is up, do nothing, let a bot take over until the player is
         *     back, or let a bot play that turn only.
         */
        Clock: {
            bank: number;
            increment: number;
            /** @enum {string} */
            at_zero?: "nothing" | "take_over" | "one_turn";
        };
        /** @description Compilation progress of a game's rules: functions compiled, estimated total, seconds left. */
        CompileProgress: {
            done: number;
            total: number;
            seconds: number;
        };
        /**
         * @description The coach's verdict on the complete turn of ``seat``; ``unit``: of losses. Without a ``verdict``, there was
         *     nothing to judge.
         */
        CompleteTurn: {
            seat: number;
            unit: ("points" | "lead" | "chance") | null;
            verdict: components["schemas"]["TurnVerdict"] | null;
        };
        /** @description A new table. */
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
        /** @description One of my devices. ``id``: an identifier that only I receive; ``seen``: day of the last visit. */
        DeviceInfo: {
            id: string;
            name: string;
            created: string;
            seen: string;
            here: boolean;
        };
        /** @description My devices. ``recovery``: creation time of my permanent code; null if there is none. */
        Devices: {
            devices: components["schemas"]["DeviceInfo"][];
            recovery: string | null;
        };
        /** @description Why a match ended before its rules did; ``seat``: the seat that resigned. */
        Ending: {
            /** @enum {string} */
            why: "resigned" | "closed" | "untouched" | "host" | "rules";
            seat: number | null;
        };
        /** @description A line of a record. */
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
        /**
         * @description Details of an error: what was wrong, where, and what was expected. ``place``: position in the busy coach's
         *     queue.
         */
        ErrorDetail: {
            code: string;
            message: string;
            where?: string | null;
            expected?: string | null;
            clause?: string | null;
            reason?: components["schemas"]["Reason"] | null;
            place?: number | null;
        };
        /**
         * @description The final result that the coach expects for each of my choices, by action: the chance to win, or the points (of
         *     the ``lead``) still to come. ``unit``: of the game.
         */
        ExpectedResults: {
            unit: ("points" | "lead" | "chance") | null;
            values: {
                [key: string]: number;
            };
        };
        /** @description Continue from a position of another table. */
        Fork: {
            ply: number;
            seats: components["schemas"]["SeatPlan"][];
        };
        /**
         * @description An installed game. ``complexity``: from 1 (little to learn) to 3, or 0 if unspecified; ``adjusts``: true if a
         *     seat can be planned with the bot ``adjust``.
         */
        GameInfo: {
            name: string;
            title: string;
            summary: string;
            credits: components["schemas"]["CreditsInfo"];
            players: components["schemas"]["PlayersInfo"];
            minutes: number;
            complexity: number;
            rules_version: number;
            hidden_information: boolean;
            options: components["schemas"]["OptionInfo"][];
            bots: components["schemas"]["BotInfo"][];
            adjusts: boolean;
        };
        /** @description The rules of a game, in our own words. */
        Guide: {
            sections: components["schemas"]["Section"][];
        };
        HTTPValidationError: {
            detail?: components["schemas"]["ValidationError"][];
        };
        /**
         * @description Health of the server; if it cannot store anything, the reason.
         *
         *     ``compiled``: true for each game with machine code available; ``compiling``: compilations in progress.
         */
        Health: {
            /** @enum {string} */
            status: "ok" | "store_away";
            reason: string | null;
            version: string;
            compiled: {
                [key: string]: boolean;
            };
            compiling: {
                [key: string]: components["schemas"]["CompileProgress"];
            };
        };
        /**
         * @description Advice of the strongest bot. ``best``: its actions for the rest of the turn; ``plan``: the same in words.
         *
         *     ``unit`` of all values: ``points``, ``lead`` (points more than a virtual opponent) or ``chance`` (to win, 0 to 1);
         *     null if there is nothing to win. ``choices``: the bot's choice first, then by value; ``order``: key of the sentence
         *     that explains why the first is the first, even if another has a higher value. ``instead``: for each action of the
         *     plan, alternatives of the same kind. ``idea``: the strongest reason for the turn in a sentence, if the game provides
         *     one; ``reason``: what was expected of it, and how. ``ahead``: points by which the best turn leads the next one, if
         *     they were compared; ``close``: true if the next one is about as good. ``sure``: 95% confidence interval of the lead,
         *     in the unit; null if the next one may be as good. ``next``: what follows the turn, if something stands out.
         *     ``before``, ``expected``: current and expected values of every seat; ``chances``: each seat's chance to win after
         *     the turn, null if there is nothing to win.
         */
        Hint: {
            seat: number;
            choices: components["schemas"]["HintChoice"][];
            best: string[];
            plan: components["schemas"]["HintStep"][];
            instead: components["schemas"]["Reason"][][];
            idea: components["schemas"]["Reason"] | null;
            reason: components["schemas"]["Reason"];
            reasons: components["schemas"]["HintReason"][];
            ahead: number | null;
            close: boolean;
            sure: [
                number,
                number
            ] | null;
            next: components["schemas"]["HintOutlook"] | null;
            order: string;
            unit: ("points" | "lead" | "chance") | null;
            before: number[] | null;
            expected: number[];
            chances: number[] | null;
        };
        /** @description A legal action and its value in the unit of the hint. */
        HintChoice: {
            action: string;
            value: number;
            log: components["schemas"]["Reason"];
        };
        /**
         * @description The most important event after a turn: the costliest reply of ``seat``, or the best that chance (null) can bring.
         *     ``brings``: difference from the average of all possible events, in the unit of the hint.
         */
        HintOutlook: {
            seat: number | null;
            plan: components["schemas"]["HintStep"][];
            brings: number;
        };
        /**
         * @description Points in a row of the score sheet by which the best turn exceeds the next one; ``row`` null: later in the
         *     game.
         */
        HintReason: {
            row: string | null;
            points: number;
        };
        /** @description The position to analyse; without ``ply``, the current one. */
        HintRequest: {
            ply?: number | null;
        };
        /** @description One action of a plan. */
        HintStep: {
            action: string;
            log: components["schemas"]["Reason"];
        };
        /** @description A guest. ``colour``: of the avatar; null derives it from the name, like the rest of the avatar. */
        Identity: {
            name: string;
            colour: string | null;
            languages: string[];
        };
        /** @description The guests I may invite to my table, most recent fellow player first. */
        InvitablePeople: {
            people: components["schemas"]["InvitablePerson"][];
        };
        /** @description A guest I have played with and may invite; ``who``: a pseudonym that only I receive. */
        InvitablePerson: {
            who: string;
            name: string;
            colour: string | null;
            languages: string[];
            /** @enum {string} */
            state: "free" | "asked" | "declined";
        };
        /** @description Invite a guest to my table if ``on``, otherwise withdraw the invitation. */
        InvitationChange: {
            on: boolean;
        };
        /** @description A code for the next open seat of a table, short enough to read out and type. */
        InvitationCode: {
            code: string;
        };
        /** @description The target of an invite or code. ``host``: name of the guest who opened the table. */
        Invite: {
            id: string;
            invite: string;
            game: string;
            seat: number;
            table: components["schemas"]["TableSummary"];
            host: string | null;
            options: {
                [key: string]: unknown;
            };
            clock: {
                [key: string]: unknown;
            } | null;
        };
        /** @description An idea of a game, with its text in the game's catalogue. Its ``tasks`` are tried like puzzles. */
        Lesson: {
            id: string;
            proof: components["schemas"]["LessonProof"];
            tasks: components["schemas"]["PuzzleSummary"][];
        };
        /**
         * @description Evidence for an idea from positions where a player could follow it or do the opposite: the share of them in which
         *     it was better, and its average gain.
         */
        LessonProof: {
            positions: number;
            better: number;
            gain: number;
            gain_chance: number;
            /** @enum {string} */
            unit: "points" | "lead" | "chance";
        };
        /** @description The lessons that come with a game, in order. */
        Lessons: {
            lessons: components["schemas"]["Lesson"][];
        };
        /** @description The level that suits me, and why; ``last``: the level of my last game. */
        LevelSuggestion: {
            level: string;
            /** @enum {string} */
            why: "first" | "up" | "down" | "stay" | "top" | "bottom";
            last: string | null;
        };
        /** @description The process is responding. */
        Liveness: {
            /** @constant */
            status: "ok";
        };
        /**
         * @description The effect of one chance event on every seat, relative to the average outcome.
         *
         *     Attributes:
         *         ply: number of actions before the event.
         *         seat: the seat that the event applied to.
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
        /** @description Mute a guest at all tables if ``on``, otherwise unmute them. */
        Mute: {
            on: boolean;
        };
        /** @description The guests I have muted. */
        MutedPeople: {
            muted: components["schemas"]["MutedPerson"][];
        };
        /** @description A guest I have muted; ``who``: a pseudonym that only I receive. */
        MutedPerson: {
            who: string;
            name: string;
        };
        /** @description One of my tables. ``waits``: true if it waits for my move or for my answer to an undo request. */
        MyTable: {
            id: string;
            game: string;
            players: number;
            /** @enum {string} */
            status: "waiting" | "playing" | "over";
            ending: components["schemas"]["Ending"] | null;
            seats: components["schemas"]["SeatSummary"][];
            seq: number;
            turn: number | null;
            updated: string;
            review: boolean;
            join: string | null;
            due: string | null;
            waits: boolean;
        };
        /** @description A message to send; ``quick``: name of a predefined message, which each guest reads in their own language. */
        NewChatMessage: {
            text: string;
            quick?: boolean;
        };
        /** @description A guest's name. */
        NewName: {
            name: string;
        };
        /** @description A single-use code that moves the identity to another device. */
        NewResumeCode: {
            code: string;
            expires: string;
        };
        /** @description A new table. */
        NewTable: {
            game: string;
            options?: {
                [key: string]: unknown;
            };
            seats: components["schemas"]["SeatPlan"][];
            spectators?: boolean;
            confirm?: boolean;
            /** @description list the table in the lobby while seats are open */
            listed?: boolean;
            clock?: components["schemas"]["Clock"] | null;
            /** @description people may chat at the table */
            talk?: boolean;
            /** @description the coach says what a turn costs before it is confirmed; only without open seats */
            coach?: boolean;
        };
        /** @description An option that is set before the game. */
        OptionInfo: {
            name: string;
            kind: string;
            default: unknown;
            at_table: unknown;
            choices: unknown[] | null;
            players: number[];
            help: string;
        };
        /** @description The guests I have played with recently, and those I have blocked. */
        People: {
            people: components["schemas"]["Person"][];
        };
        /**
         * @description A guest I have played with: number of shared ``tables`` and time of the last one; ``who``: a pseudonym that only
         *     I receive.
         */
        Person: {
            who: string;
            name: string;
            tables: number;
            last: string | null;
            blocked: boolean;
            colour: string | null;
            languages: string[];
        };
        /**
         * @description One of my finished games. ``bots``: the bots at the table; ``people``: number of other people; ``whole``: true if
         *     I played to the end; ``judged``: null if it was not analysed.
         */
        PlayedGame: {
            id: string;
            game: string;
            updated: string;
            players: number;
            bots: string[];
            people: number;
            points: number;
            rank: number;
            won: boolean;
            whole: boolean;
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
        /** @description A sentence from the client's catalogue about a seat, or about all seats together. */
        Praise: {
            seat: number | null;
            key: string;
            params: {
                [key: string]: unknown;
            };
        };
        /**
         * @description A guest's public profile. ``colour``: of the avatar; null derives it from the name, like the rest of the avatar.
         *     ``languages``: codes of the languages that the guest speaks.
         */
        Profile: {
            colour?: string | null;
            languages?: string[];
        };
        /**
         * @description A notification to show, and the path that it opens; ``still``: URL that reports later whether it still
         *     ``holds``.
         */
        PushNotificationContent: {
            title: string;
            body: string;
            lang: string;
            path: string;
            still: string;
            holds: boolean;
        };
        /**
         * @description Push settings. ``key``: the server's public key (base64url), if it supports push; ``on``: true if this browser is
         *     subscribed, with its language and the lead time of reminders in hours.
         */
        PushState: {
            key: string | null;
            on: boolean;
            language: string | null;
            remind: number | null;
        };
        /**
         * @description Push subscription of this browser: parts of a ``PushSubscriptionJSON``, whose keys are ``p256dh`` and ``auth``;
         *     the language; and how many hours before my time runs out to remind me (0: never).
         */
        PushSubscriptionRequest: {
            endpoint: string;
            public_key: string;
            secret: string;
            language: string;
            remind: number;
        };
        /** @description Identifies a puzzle. */
        PuzzleName: {
            game: string;
            id: string;
        };
        /** @description A puzzle in the list; ``seat``: the seat to find a turn for. */
        PuzzleSummary: {
            game: string;
            id: string;
            players: number;
            seat: number;
            /** @enum {string} */
            difficulty: "easy" | "medium" | "hard";
        };
        /** @description All puzzles that come with the games, and the puzzle of the day. */
        Puzzles: {
            today: components["schemas"]["PuzzleName"] | null;
            puzzles: components["schemas"]["PuzzleSummary"][];
        };
        /** @description A game to play with other people now; ``players``: number of players, if a new table has to be created. */
        QuickMatch: {
            game: string;
            players?: number | null;
        };
        /** @description A message of the client's catalogue, by key and parameters. */
        Reason: {
            key: string;
            params: {
                [key: string]: unknown;
            };
        };
        /**
         * @description A table to which I am invited. ``host``: the guest who invites me; ``invite``: of an open seat there;
         *     ``rematch_of``: the table of mine whose rematch it is, with a seat reserved for me.
         */
        ReceivedInvitation: {
            id: string;
            game: string;
            players: number;
            /** @enum {string} */
            status: "waiting" | "playing" | "over";
            ending: components["schemas"]["Ending"] | null;
            seats: components["schemas"]["SeatSummary"][];
            seq: number;
            turn: number | null;
            updated: string;
            review: boolean;
            join: string | null;
            due: string | null;
            host: string;
            invite: string;
            rematch_of: string | null;
        };
        /** @description A record file. */
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
        /** @description A permanent code that signs in any device as me, and its creation time. */
        RecoveryCode: {
            code: string;
            made: string;
        };
        /** @description All actions in force. */
        Replay: {
            plies: components["schemas"]["ReplayPly"][];
            length: number;
        };
        /** @description An action in force; ``seq`` is the number of its entry, and ``details`` is true if that has details. */
        ReplayPly: {
            seq: number;
            details: boolean;
            ply: number;
            seat: number | null;
            text: string;
            log: components["schemas"]["Reason"];
            turn: number;
        };
        /** @description A report of an offensive name, in the reporter's own words. */
        Report: {
            note?: string;
        };
        /** @description A resume code as shown; spaces, hyphens and case are ignored. */
        ResumeCode: {
            code: string;
        };
        /** @description The current guest of this device. ``tables``: number of tables transferred from the previous guest. */
        ResumedIdentity: {
            name: string;
            colour: string | null;
            languages: string[];
            tables: number;
        };
        /** @description The result of the actions. ``current``: the seat to act, -1 for chance, -4 for none. */
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
            current: number;
        };
        /** @description Practice without a table: a position, and actions to try on it. */
        SandboxRequest: {
            game: string;
            options?: {
                [key: string]: unknown;
            };
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
            position: {
                [key: string]: unknown;
            };
        };
        /** @description An explained score. */
        Scores: {
            scores: number[];
            sheets: {
                [key: string]: unknown;
            }[];
        };
        /** @description The player planned for a seat: me, another person at my device, a bot, or the guest who accepts the invite. */
        SeatPlan: {
            /** @enum {string} */
            kind: "me" | "local" | "bot" | "open";
            bot?: string | null;
            name?: string | null;
        };
        /**
         * @description A seat in a list of tables. ``resigned``: true if its player has resigned and the bot plays on; ``colour`` and
         *     ``languages``: of its player, as in ``Identity``.
         */
        SeatSummary: {
            seat: number;
            name: string;
            /** @enum {string} */
            kind: "person" | "bot" | "open";
            bot: string | null;
            mine: boolean;
            stand_in: boolean;
            resigned: boolean;
            colour: string | null;
            languages: string[];
        };
        /** @description A chapter of the rules; ``text`` is its unnumbered text. */
        Section: {
            id: string;
            title: string;
            text: string;
            clauses: components["schemas"]["Clause"][];
        };
        /** @description A solo match. ``margin``: value of the match, above 0 if it was won. */
        SoloResult: {
            id: string;
            options: {
                [key: string]: unknown;
            };
            total: number;
            margin: number;
            won: boolean;
            updated: string;
        };
        /** @description Finished solo matches of one game, newest first. */
        SoloResults: {
            results: components["schemas"]["SoloResult"][];
        };
        /** @description The bot that should play at a seat. */
        StandIn: {
            bot: string;
        };
        /** @description My finished games: the newest 1000 of ``total``. */
        Statistics: {
            games: components["schemas"]["PlayedGame"][];
            total: number;
        };
        /** @description Highlights of a finished match. ``best``: by seat; ``praise``: rarest first. */
        Story: {
            best: (components["schemas"]["BestTurn"] | null)[];
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
        /**
         * @description A table; the invites are included only for the guest who opened it.
         *
         *     ``outdated``: true if its rules or pieces are no longer available; it can be exported but not shown.
         */
        TableDetails: {
            id: string;
            game: string;
            players: number;
            /** @enum {string} */
            status: "waiting" | "playing" | "over";
            ending: components["schemas"]["Ending"] | null;
            seats: components["schemas"]["SeatSummary"][];
            seq: number;
            turn: number | null;
            updated: string;
            review: boolean;
            join: string | null;
            due: string | null;
            options: {
                [key: string]: unknown;
            };
            owner: boolean;
            confirm: boolean;
            spectators: boolean;
            may: string[];
            invites: {
                [key: string]: string;
            } | null;
            spectator_url: string | null;
            result: {
                [key: string]: unknown;
            } | null;
            outdated: boolean;
        };
        /**
         * @description My tables, those that wait for me first; invitations; and open tables of other guests.
         *
         *     ``total`` and ``waiting`` count all my tables and those that wait for me, even if not included here; ``open_total``
         *     counts the listed tables of other guests.
         */
        TableLists: {
            mine: components["schemas"]["MyTable"][];
            total: number;
            waiting: number;
            asked: components["schemas"]["ReceivedInvitation"][];
            open: components["schemas"]["TableSummary"][];
            open_total: number;
        };
        /** @description Points and ranks by seat, and the winning seats. */
        TableResult: {
            totals: number[];
            ranks: number[];
            winners: number[];
        };
        /**
         * @description One of my tables. ``result``: the result of a finished game that was won or lost; ``rematch``: the table of the
         *     rematch, if there is one; ``again``: true if I may request one.
         */
        TableSearchHit: {
            id: string;
            game: string;
            players: number;
            /** @enum {string} */
            status: "waiting" | "playing" | "over";
            ending: components["schemas"]["Ending"] | null;
            seats: components["schemas"]["SeatSummary"][];
            seq: number;
            turn: number | null;
            updated: string;
            review: boolean;
            join: string | null;
            due: string | null;
            result: components["schemas"]["TableResult"] | null;
            rematch: string | null;
            again: boolean;
        };
        /**
         * @description A page of my tables, newest first. ``total``: number of matching tables; ``games``: all games of which I have
         *     tables.
         */
        TableSearchPage: {
            tables: components["schemas"]["TableSearchHit"][];
            total: number;
            games: string[];
        };
        /**
         * @description A table in a list. ``join``: link of its first open seat, if the table is listed; ``due``: when the time of the
         *     player to move runs out and a bot takes over.
         */
        TableSummary: {
            id: string;
            game: string;
            players: number;
            /** @enum {string} */
            status: "waiting" | "playing" | "over";
            ending: components["schemas"]["Ending"] | null;
            seats: components["schemas"]["SeatSummary"][];
            seq: number;
            turn: number | null;
            updated: string;
            review: boolean;
            join: string | null;
            due: string | null;
        };
        /** @description The loss of a complete turn compared with the best: ``plan`` in words, unless it is as good (``right``). */
        TurnVerdict: {
            right: boolean;
            /** @enum {string} */
            mark: "forced" | "best" | "good" | "inaccuracy" | "mistake" | "blunder";
            lost: number;
            lost_chance: number;
            plan: components["schemas"]["HintStep"][];
        };
        ValidationError: {
            loc: (string | number)[];
            msg: string;
            type: string;
            input?: unknown;
            ctx?: Record<string, never>;
        };
        /**
         * @description The coach's verdict on ``count`` consecutive decisions of a seat, after ``ply`` actions.
         *
         *     ``lost``: loss compared with the best, in the unit of the analysis, with ``doubt`` as its standard error;
         *     ``lost_chance``: loss in chance to win. ``expected``, ``chances``: expectations of each seat if the best had been
         *     played. ``plan``: the best in words, if something else was played. ``reasons``: its advantages, if it was clearly
         *     better.
         */
        Verdict: {
            seat: number;
            ply: number;
            count: number;
            /** @enum {string} */
            mark: "forced" | "best" | "good" | "inaccuracy" | "mistake" | "blunder";
            lost: number;
            lost_chance: number;
            doubt: number;
            expected: number[];
            chances: number[];
            plan: components["schemas"]["HintStep"][];
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
