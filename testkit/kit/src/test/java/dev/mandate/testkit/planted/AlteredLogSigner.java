package dev.mandate.testkit.planted;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.audit.LogSigner;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.testkit.keys.LogSignerContract;
import java.util.Base64;

/** The contract of a signer in memory, parts of which a subclass alters. It runs only by a launcher. */
class AlteredLogSigner extends LogSignerContract {

    private static final Bytes SEED = Bytes.of(Sha256.of("log").toArray());

    private int made;

    /** Returns the key of the {@code number}th instance. */
    TestKey key(int number) {
        return TestKey.ofSeed(SEED);
    }

    /** Returns the public key that is told. */
    Bytes32 told(TestKey key) {
        return key.address().bytes();
    }

    /** Returns the bytes that are signed. */
    Bytes signed(Bytes checkpoint) {
        return checkpoint;
    }

    /** Returns the text of a signer. */
    String text(TestKey key) {
        return "log key " + key.address();
    }

    @Override
    protected LogSigner fresh() {
        TestKey key = key(made++);
        return new LogSigner() {
            @Override
            public Bytes32 key() {
                return told(key);
            }

            @Override
            public Signature sign(Bytes checkpoint) {
                return key.sign(signed(checkpoint));
            }

            @Override
            public String toString() {
                return text(key);
            }
        };
    }

    /** What is signed is the hash of a checkpoint. */
    static class HashSigned extends AlteredLogSigner {
        @Override
        Bytes signed(Bytes checkpoint) {
            return Bytes.of(Sha256.of(checkpoint.toArray()).toArray());
        }
    }

    /** What is signed ends at a block's length. */
    static class EndCutOff extends AlteredLogSigner {
        @Override
        Bytes signed(Bytes checkpoint) {
            return checkpoint.slice(0, Math.min(checkpoint.length(), 4_000));
        }
    }

    /** The key is the neutral point, which some checks accept with any signature. */
    static class KeyOfSmallOrder extends AlteredLogSigner {
        @Override
        Bytes32 told(TestKey key) {
            return Bytes32.of(Bytes.ofHex("01" + "00".repeat(31)).toArray());
        }
    }

    /** Each start makes a key. */
    static class NewKeyEachTime extends AlteredLogSigner {
        @Override
        TestKey key(int number) {
            return TestKey.of(number);
        }
    }

    /** The text is that of all fields. */
    static class SeedInText extends AlteredLogSigner {
        @Override
        String text(TestKey key) {
            return "LogKey[seed=" + Base64.getEncoder().encodeToString(SEED.toArray()) + "]";
        }
    }
}
