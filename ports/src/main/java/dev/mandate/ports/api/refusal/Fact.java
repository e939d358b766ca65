package dev.mandate.ports.api.refusal;

import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Traversable;

/**
 * A fact that decided a refusal.
 *
 * @param name as programs read it: {@code threshold}
 * @param value as programs read it: numbers as decimal digits, times as RFC 3339 date-times in UTC, lists separated by commas
 * @param words how the message says it
 */
record Fact(String name, String value, String words) {

    static Fact fact(String name, Object value) {
        String text = text(value);
        return new Fact(name, text, text);
    }

    /** The index of a transaction: an unsigned 64-bit number. */
    static Fact index(long index) {
        return fact("transaction_index", Long.toUnsignedString(index));
    }

    /** The same fact, said in the message in other words. */
    Fact worded(String other) {
        return new Fact(name, value, other);
    }

    /** The same fact, said with a noun: {@code 1 signer}, {@code 3 signers}. */
    Fact counted(String noun) {
        return worded(value + " " + noun + (value.equals("1") ? "" : "s"));
    }

    static String text(Object value) {
        return switch (value) {
            case Fact fact -> fact.words;
            case UnixTime time -> RefusalText.time(time);
            case TimeLock lock -> Long.toString(lock.seconds());
            case Threshold threshold -> Integer.toString(threshold.value());
            case Traversable<?> many -> many.map(Fact::text).mkString(", ");
            default -> value.toString();
        };
    }
}
