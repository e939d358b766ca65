package dev.mandate.testkit.generators;

import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;

/** Generates whole histories of accounts. They shrink by removing moves and by simplifying each move. */
public final class Histories {

    private static final int MAX_MOVES = 60;

    private Histories() {}

    /** Generates start times: in 2025, before the epoch, and 0. */
    public static Arbitrary<UnixTime> beginnings() {
        return Arbitraries.of(1_760_000_000L, 0L, -5_000_000L).map(UnixTime::new);
    }

    /** Generates up to 60 moves on a valid account that {@code rules} create, played by them. */
    public static Arbitrary<GeneratedHistory> histories(RulesUnderTest rules) {
        HistoryParticipants cast = rules.participants();
        Arbitrary<GeneratedHistory.Opening> openings = Combinators.combine(AccountSettings.creations(cast), beginnings())
                .as(GeneratedHistory.Opening::new)
                .filter(opening -> GeneratedHistory.judged(rules, Option.none(), opening.command(), opening.at())
                        .exists(Either::isRight));
        Arbitrary<List<Move>> moves = Moves.moves(cast)
                .list()
                .ofMaxSize(MAX_MOVES)
                .withSizeDistribution(RandomDistribution.uniform());
        return Combinators.combine(openings, moves).as((opening, played) -> GeneratedHistory.play(rules, opening, played));
    }
}
