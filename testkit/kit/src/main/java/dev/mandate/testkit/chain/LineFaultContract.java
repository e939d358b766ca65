package dev.mandate.testkit.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.testkit.chain.LineControl.LineFault;
import io.vavr.collection.Array;
import io.vavr.collection.List;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Supplier;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Faults between adapter and chain: they are answered as faults, never as an empty answer. Skipped if there is no line.
 *
 * <p>Not asserted: how long an adapter waits and how often it tries again, because both are its settings.
 */
abstract class LineFaultContract extends ContractFixture {

    private final Option<LineControl> line;

    LineFaultContract(ChainUnderTest tested) {
        super(tested);
        this.line = tested.line();
    }

    @BeforeEach
    void requireCapability() {
        Assumptions.assumeTrue(line.isDefined(), "there is no line to the chain");
    }

    private <T> T broken(LineFault fault, Supplier<T> work) {
        line.get().breakWith(fault);
        try {
            return work.get();
        } finally {
            line.get().repair();
        }
    }

    private Array<Either<ChainFault, ?>> reads(TestKey key, Signature signature, Bytes transaction) {
        return Array.of(
                chain().accounts(AccountQuery.ofAnyOwner(List.of(key.address()))),
                chain().ownedAccounts(key.address(), List.empty()),
                chain().latestBlockhash(),
                chain().blockHeight(),
                chain().recentUnitPrices(List.of(key.address())),
                chain().simulate(transaction),
                chain().statuses(List.of(signature)),
                chain().history(key.address(), Option.none(), 10),
                chain().landed(signature));
    }

    @ParameterizedTest
    @EnumSource
    void noReadAnswersAsThoughThereWereNothing(LineFault fault) {
        TestKey key = rich();
        Bytes transaction = signed(message(key, PublishedLayouts.transfer(key.address(), key.address(), 1)), key);
        Signature signature = landed(transaction);

        Array<Either<ChainFault, ?>> answers = broken(fault, () -> reads(key, signature, transaction));

        assertTrue(answers.forAll(Either::isLeft), answers::toString);
        assertTrue(chain().accounts(AccountQuery.ofAnyOwner(List.of(key.address()))).isRight(), "it answers once the line is repaired");
    }

    @Test
    void aRateLimitIsReportedAsOne() {
        TestKey key = rich();
        assertEquals(
                Either.left(new ChainFault.RateLimited()),
                broken(LineFault.RATE_LIMIT, () -> chain().accounts(AccountQuery.ofAnyOwner(List.of(key.address())))));
    }

    @ParameterizedTest
    @EnumSource
    void aSentTransactionIsNeitherAcceptedNorRefused(LineFault fault) {
        TestKey key = rich();
        Bytes transaction = signed(message(key, PublishedLayouts.transfer(key.address(), key.address(), 1)), key);
        assertTrue(broken(fault, () -> chain().send(transaction)).isLeft());
    }
}
