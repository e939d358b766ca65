package dev.mandate.testkit.generators;

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

/** Generates terms of spending limits and amounts to spend. */
public final class Limits {

    private Limits() {}

    /** Generates amounts for limits: small ones that a few uses exhaust, and the largest. Never 0. */
    public static Arbitrary<BaseUnits> limitAmounts() {
        return Arbitraries.frequencyOf(
                Tuple.of(9, Arbitraries.longs().between(1, 100).map(BaseUnits::of)),
                Tuple.of(1, Arbitraries.of(BaseUnits.MAX, BaseUnits.of(Long.MAX_VALUE))));
    }

    /** Generates amounts to spend: 0, small ones, and the largest. */
    public static Arbitrary<BaseUnits> amounts() {
        return Arbitraries.frequencyOf(
                Tuple.of(9, Arbitraries.longs().between(0, 110).map(BaseUnits::of)),
                Tuple.of(1, Arbitraries.of(BaseUnits.MAX, BaseUnits.of(Long.MAX_VALUE))));
    }

    /** Generates valid terms. */
    public static Arbitrary<LimitTerms> terms(HistoryParticipants cast) {
        return terms(cast, limitAmounts(), Addresses.of(cast).list().uniqueElements().ofMinSize(1).ofMaxSize(3)
                .map(Array::ofAll));
    }

    /** Generates terms, a few of them invalid: amount 0, no signer, or a duplicate signer. */
    public static Arbitrary<LimitTerms> anyTerms(HistoryParticipants cast) {
        Arbitrary<LimitTerms> careless = terms(
                cast,
                Arbitraries.of(BaseUnits.of(1), BaseUnits.ZERO),
                Addresses.of(cast).list().ofMaxSize(4).map(Array::ofAll));
        return Arbitraries.frequencyOf(Tuple.of(8, terms(cast)), Tuple.of(1, careless));
    }

    private static Arbitrary<LimitTerms> terms(
            HistoryParticipants cast, Arbitrary<BaseUnits> amounts, Arbitrary<Array<Address>> signers) {
        Arbitrary<Token> tokens =
                Arbitraries.of(cast.mints().prepend(Address.ZERO).asJava()).map(Token::ofMint);
        // The program allows duplicate destinations.
        Arbitrary<Array<Address>> destinations =
                Addresses.of(cast).list().ofMaxSize(3).map(Array::ofAll);
        return Combinators.combine(
                        Arbitraries.of(cast.slots().map(HistoryParticipants.Slot::createKey).asJava()),
                        Arbitraries.of(0, 1, 255),
                        tokens,
                        amounts,
                        Arbitraries.of(Period.values()),
                        signers,
                        destinations)
                .as((createKey, vault, token, amount, period, spenders, receivers) ->
                        new LimitTerms(createKey, vault, token, amount, period, spenders, receivers));
    }
}
