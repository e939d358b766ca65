package dev.mandate.testkit.planted;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.TransactionSigner;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.testkit.keys.SignerUnderTest;
import dev.mandate.testkit.keys.TransactionSignerContract;
import io.vavr.collection.Array;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** The contract of a signer in memory, parts of which a subclass alters. It runs only by a launcher. */
class AlteredSigner extends TransactionSignerContract {

    private static final Bytes SEED = Bytes.of(Sha256.of("signer").toArray());
    private static final TestKey FIRST = TestKey.ofSeed(SEED);
    private static final TestKey SECOND = TestKey.of(2);

    /** Returns the transaction that is signed. */
    UnsignedTransaction signed(UnsignedTransaction asked) {
        return asked;
    }

    /** Returns the text of a signer. */
    String text() {
        return "signer for " + FIRST.address();
    }

    @Override
    protected SignerUnderTest fresh() {
        TransactionSigner signer = new TransactionSigner() {
            @Override
            public CompletionStage<Map<Address, Signature>> sign(UnsignedTransaction unsigned) {
                return KeyRing.of(FIRST, SECOND).sign(signed(unsigned));
            }

            @Override
            public String toString() {
                return text();
            }
        };
        return new SignerUnderTest(signer, FIRST.address(), SECOND.address());
    }

    private static UnsignedTransaction with(UnsignedTransaction asked, Bytes message, Array<Address> signers) {
        return new UnsignedTransaction(asked.transaction(), message, asked.maxBytes(), signers);
    }

    /** The slots of the signatures are signed too. */
    static class SlotsSigned extends AlteredSigner {
        @Override
        UnsignedTransaction signed(UnsignedTransaction asked) {
            return with(asked, asked.transaction(), asked.signers());
        }
    }

    /** Only the payer's key signs. */
    static class PayerAlone extends AlteredSigner {
        @Override
        UnsignedTransaction signed(UnsignedTransaction asked) {
            return with(asked, asked.message(), asked.signers().take(1));
        }
    }

    /** Every key signs, asked or not. */
    static class EveryKeySigns extends AlteredSigner {
        @Override
        UnsignedTransaction signed(UnsignedTransaction asked) {
            return with(asked, asked.message(), Array.of(FIRST.address(), SECOND.address()));
        }
    }

    /** The message of the first call is signed again. */
    static class FirstMessageSigned extends AlteredSigner {

        private Array<UnsignedTransaction> seen = Array.empty();

        @Override
        UnsignedTransaction signed(UnsignedTransaction asked) {
            seen = seen.append(asked);
            return with(asked, seen.head().message(), asked.signers());
        }
    }

    /** The device takes no more than a packet. */
    static class LongMessageThrows extends AlteredSigner {
        @Override
        UnsignedTransaction signed(UnsignedTransaction asked) {
            if (asked.message().length() > 1_232) {
                throw new IllegalArgumentException("too long");
            }
            return asked;
        }
    }

    /** The text is that of all fields. */
    static class SeedInText extends AlteredSigner {
        @Override
        String text() {
            return "Signer[keys=[" + Arrays.toString(SEED.toArray()) + "]]";
        }
    }
}
