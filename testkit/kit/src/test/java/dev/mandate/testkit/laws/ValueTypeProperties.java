package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.api.custody.SubmissionId;
import io.vavr.control.Option;
import io.vavr.control.Try;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** A constructor accepts exactly the values that {@code parse} accepts. */
class ValueTypeProperties {

    @Property
    void numbersAreAcceptedExactlyIfTheyParse(@ForAll @IntRange(min = -70_000, max = 70_000) int number) {
        same(Threshold.parse(number).toOption(), () -> new Threshold(number));
        same(Permissions.parse(number).toOption(), () -> new Permissions(number));
        same(BaseUnits.parse(Integer.toString(number)).toOption(), () -> BaseUnits.of(number));
    }

    @Property
    void timeLocksAreAcceptedExactlyIfTheyParse(@ForAll @LongRange(min = -10, max = 0x1_0000_0010L) long seconds) {
        same(TimeLock.parse(seconds).toOption(), () -> new TimeLock(seconds));
    }

    @Property
    void textsAreAcceptedExactlyIfTheyParse(@ForAll("texts") String text) {
        same(Memo.parse(text).toOption(), () -> new Memo(text));
        same(Tenant.parse(text).toOption(), () -> new Tenant(text));
        same(SubmissionId.parse(text), () -> new SubmissionId(text));
    }

    @Property
    void aSignatureHasItsLength(@ForAll @IntRange(max = 70) int length) {
        Bytes bytes = Bytes.of(new byte[length]);

        same(Signature.parse("1".repeat(length)).toOption(), () -> new Signature(bytes));
    }

    private static <T> void same(Option<T> parsed, Supplier<T> constructor) {
        Try<T> made = Try.ofSupplier(constructor);

        assertEquals(parsed, made.toOption());
        if (made.isFailure()) {
            assertInstanceOf(IllegalArgumentException.class, made.getCause());
        }
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(300),
                Arbitraries.strings().withChars("ab-9").ofMaxLength(66),
                Arbitraries.strings().withChars("rent \n\u202e\u0085\ud83d").ofMaxLength(20),
                Arbitraries.strings().withChars("0f").ofLength(32).map(hex -> "sub_" + hex));
    }
}
