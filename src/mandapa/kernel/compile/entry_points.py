"""Entry points compiled for every game, by purpose."""

from mandapa.kernel import generic, random_play
from mandapa.kernel.compile.engine import ENVIRONMENT, STUDY, TABLE, add_entry_points

add_entry_points(
    {
        TABLE: (
            generic.legal_actions,
            generic.chance_outcomes,
            generic.sample_chance,
            generic.apply_action,
            generic.scores,
            generic.returns,
            generic.evaluate_learnt,
        ),
        STUDY: (
            generic.network_features,
            random_play.random_games,
            random_play.copy_many,
            random_play.write_successors,
        ),
        ENVIRONMENT: (generic.scores, generic.returns),
    }
)
