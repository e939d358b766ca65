package dev.mandate.testkit.generators;

import dev.mandate.domain.kernel.UnixTime;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;

/** Whole histories of accounts. They shrink by leaving out moves, and by making each of them simpler. */
public final class Histories {

    private static final int MAX_MOVES = 60;

    private Histories() {}

    /** Moments at which a history may begin: of our days, before the epoch, and 0. */
    public static Arbitrary<UnixTime> beginnings() {
        return Arbitraries.of(1_760_000_000L, 0L, -5_000_000L).map(UnixTime::new);
    }

    public static Arbitrary<GeneratedHistory> histories() {
        return histories(HistoryParticipants.STANDARD);
    }

    /** Up to 60 moves against an account that could be made. */
    public static Arbitrary<GeneratedHistory> histories(HistoryParticipants cast) {
        Arbitrary<GeneratedHistory.Opening> openings = Combinators.combine(AccountSettings.creations(cast), beginnings())
                .as(GeneratedHistory.Opening::new);
        Arbitrary<List<Move>> moves = Moves.moves(cast)
                .list()
                .ofMaxSize(MAX_MOVES)
                .withSizeDistribution(RandomDistribution.uniform());
        return Combinators.combine(openings, moves).as((opening, played) -> GeneratedHistory.play(cast, opening, played));
    }
}
