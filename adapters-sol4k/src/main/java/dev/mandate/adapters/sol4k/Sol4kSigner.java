package dev.mandate.adapters.sol4k;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.TransactionSigner;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.sol4k.Keypair;

/** Signs with sol4k's key pairs in this process's memory. The engine verifies each signature with its own, strict check. */
public final class Sol4kSigner implements TransactionSigner {

    private final Map<Address, Keypair> keys;

    private Sol4kSigner(Map<Address, Keypair> keys) {
        this.keys = keys;
    }

    public static Sol4kSigner of(Keypair... keys) {
        return new Sol4kSigner(Array.of(keys).toMap(Sol4kSigner::address, key -> key));
    }

    /** The address of a key pair. */
    public static Address address(Keypair key) {
        return Address.of(key.getPublicKey().bytes());
    }

    @Override
    public CompletionStage<java.util.Map<Address, Signature>> sign(UnsignedTransaction unsigned) {
        return CompletableFuture.completedStage(keys.filterKeys(unsigned.signers()::contains)
                .mapValues(key -> new Signature(Bytes.of(key.sign(unsigned.message().toArray()))))
                .toJavaMap());
    }
}
