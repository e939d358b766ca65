package dev.mandate.simulator.keys;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.InMemorySigner;
import dev.mandate.ports.spi.keys.TransactionSigner;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import java.util.concurrent.CompletionStage;

/** Test keys of several people in one signer. */
public record KeyRing(Map<Address, TestKey> keys) implements TransactionSigner {

    public static KeyRing of(TestKey... keys) {
        return new KeyRing(HashMap.ofEntries(Array.of(keys).map(key -> io.vavr.Tuple.of(key.address(), key))));
    }

    /** Returns a key ring with one more key. */
    public KeyRing with(TestKey key) {
        return new KeyRing(keys.put(key.address(), key));
    }

    @Override
    public CompletionStage<java.util.Map<Address, Signature>> sign(UnsignedTransaction unsigned) {
        return new InMemorySigner(keys.mapValues(TestKey::key)).sign(unsigned);
    }

    /** Fills every signature slot that has a key here. */
    public Bytes sign(Bytes transaction) {
        WireTransaction parsed = parse(transaction);
        return sign(parsed, parsed.message().requiredSigners()).serialize();
    }

    /**
     * Fills only the slots of {@code signers}.
     *
     * @throws IllegalArgumentException if one of them is not a required signer
     */
    public Bytes signAs(Seq<Address> signers, Bytes transaction) {
        return sign(parse(transaction), signers).serialize();
    }

    private WireTransaction sign(WireTransaction unsigned, Seq<Address> signers) {
        Bytes message = unsigned.message().serialize();
        WireTransaction signed = unsigned;
        for (Address signer : signers) {
            if (keys.get(signer).isDefined()) {
                signed = signed.withSignature(signer, keys.get(signer).get().sign(message))
                        .getOrElseThrow(problem -> new IllegalArgumentException(signer + ": " + problem));
            }
        }
        return signed;
    }

    private static WireTransaction parse(Bytes transaction) {
        return WireTransaction.parse(transaction)
                .getOrElseThrow(problem -> new IllegalArgumentException("no transaction: " + problem));
    }
}
