package dev.mandate.engine.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestTokenHash;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

class OperatorBindingTest {

    private static final UnixTime NOW = new UnixTime(1_800_000_000);

    private final InMemoryJournal journal = new InMemoryJournal();
    private final OperatorIdentity ours = OperatorIdentity.of(new TestTokenHash());

    @Test
    void theFirstOperatorStaysBound() {
        assertEquals(Option.none(), OperatorBinding.of(journal));

        assertEquals(Either.right(ours), OperatorBinding.bind(journal, ours, NOW));
        assertEquals(Either.right(ours), OperatorBinding.bind(journal, ours, NOW.plusSeconds(1)));

        assertEquals(Option.some(ours), OperatorBinding.of(journal));
        assertEquals(1, journal.events(0, 10).items().size());
    }

    @Test
    void anotherHashOfTokensIsAnotherOperator() {
        assertEquals(Either.right(ours), OperatorBinding.bind(journal, ours, NOW));

        OperatorIdentity other = OperatorIdentity.of(token -> Bytes32.of(new byte[Bytes32.LENGTH]));

        assertEquals(
                Either.left(new OperatorBinding.OtherOperator(ours, other)), OperatorBinding.bind(journal, other, NOW));
    }

    @Test
    void theFirstFeePayerStaysTheJournals() {
        Address first = TestKey.of("payer").address();

        assertEquals(first, OperatorBinding.feePayer(journal, first, NOW));
        assertEquals(first, OperatorBinding.feePayer(journal, TestKey.of("other").address(), NOW.plusSeconds(1)));
    }

    @Test
    void theFirstCreationSecretStaysTheJournals() {
        Bytes32 first = TestKey.of("creation").address().bytes();
        assertEquals(Option.none(), OperatorBinding.creationSecret(journal));

        assertEquals(first, OperatorBinding.creationSecret(journal, first, NOW));
        assertEquals(first, OperatorBinding.creationSecret(journal, Bytes32.ZERO, NOW.plusSeconds(1)));
        assertEquals(Option.some(first), OperatorBinding.creationSecret(journal));
    }
}
