package dev.mandate.testkit.referee;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.Random;
import java.util.function.Supplier;

/** Random choices that a seed determines. */
final class SeededChoices {

    private final Random random;

    SeededChoices(long seed) {
        random = new Random(seed);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    /** Returns true with a probability of {@code percent} per cent. */
    boolean percent(int percent) {
        return random.nextInt(100) < percent;
    }

    <T> T among(Seq<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    @SafeVarargs
    final <T> T of(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    <T> Option<T> maybe(int percent, Supplier<T> value) {
        return percent(percent) ? Option.some(value.get()) : Option.none();
    }

    Address person() {
        return among(ComparisonAccounts.PEOPLE_ADDRESSES);
    }

    /** Returns up to {@code most} people, possibly repeated. */
    Array<Address> people(int most) {
        return Array.fill(below(most + 1), this::person);
    }

    <T> Array<T> some(int least, int most, Supplier<T> element) {
        return Array.fill(least + below(most - least + 1), element);
    }
}
