package dev.mandate.testkit.generators;

import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import io.vavr.collection.Array;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Generates moves in proportions that make histories progress. */
public final class Moves {

    static final ChangePlan SIMPLEST_CHANGE = new ChangePlan(
            ChangePlan.Kind.CHANGE_THRESHOLD,
            true,
            0,
            Permissions.ALL,
            TimeLock.NONE,
            LimitTerms.of(
                    Address.ZERO, new Token.Sol(), BaseUnits.of(1), Period.ONE_TIME, Array.of(Address.ZERO)));

    private Moves() {}

    /** Generates moves of all kinds; six of seven are aimed. The steps from creation to execution are the most frequent. */
    public static Arbitrary<Move> moves(HistoryParticipants cast) {
        Arbitrary<Array<ChangePlan>> noChanges = Arbitraries.just(Array.empty());
        Arbitrary<BaseUnits> noAmount = Arbitraries.just(BaseUnits.ZERO);
        Arbitrary<Move> votes = of(noChanges, noAmount, Arbitraries.frequency(
                Tuple.of(14, Move.Kind.APPROVE),
                Tuple.of(6, Move.Kind.EXECUTE),
                Tuple.of(4, Move.Kind.PROPOSE),
                Tuple.of(1, Move.Kind.RECORD_VAULT),
                Tuple.of(4, Move.Kind.REJECT),
                Tuple.of(8, Move.Kind.CANCEL),
                Tuple.of(3, Move.Kind.CLOSE),
                Tuple.of(2, Move.Kind.DRAFT),
                Tuple.of(2, Move.Kind.ACTIVATE),
                Tuple.of(1, Move.Kind.HAND_OVER),
                Tuple.of(1, Move.Kind.CREATE_AGAIN)));
        Arbitrary<Move> changes = of(ChangePlan.changes(cast), noAmount, Arbitraries.frequency(
                Tuple.of(4, Move.Kind.RECORD_CHANGE), Tuple.of(5, Move.Kind.CHANGE_AS_ADMIN)));
        // If there is no limit to spend from, the move creates one.
        Arbitrary<Array<ChangePlan>> firstLimit =
                ChangePlan.plans(cast, Arbitraries.just(ChangePlan.Kind.ADD_LIMIT)).map(Array::of);
        Arbitrary<Move> uses = of(firstLimit, Limits.amounts(), Arbitraries.just(Move.Kind.SPEND));
        return Arbitraries.frequencyOf(Tuple.of(49, votes), Tuple.of(9, changes), Tuple.of(5, uses));
    }

    private static Arbitrary<Move> of(
            Arbitrary<Array<ChangePlan>> changes, Arbitrary<BaseUnits> amounts, Arbitrary<Move.Kind> kinds) {
        return Combinators.combine(
                        kinds,
                        Arbitraries.frequency(Tuple.of(6, true), Tuple.of(1, false)),
                        Arbitraries.of(Array.range(0, 12).asJava()),
                        Arbitraries.of(0, 0, 0, 0, 0, 0, 1, 2, 3, 4),
                        changes,
                        amounts,
                        ClockStep.steps())
                .as(Move::new);
    }
}
