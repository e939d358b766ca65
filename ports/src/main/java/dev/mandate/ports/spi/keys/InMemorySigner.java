package dev.mandate.ports.spi.keys;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Signs with keys in this process's memory, at once. It signs every transaction in which one of its keys is a signer.
 *
 * @param keys by address
 */
public record InMemorySigner(Map<Address, Ed25519Key> keys) implements TransactionSigner {

    public static InMemorySigner of(Ed25519Key... keys) {
        return new InMemorySigner(Array.of(keys).toMap(Ed25519Key::address, key -> key));
    }

    @Override
    public CompletionStage<java.util.Map<Address, Signature>> sign(UnsignedTransaction unsigned) {
        return CompletableFuture.completedStage(keys.filterKeys(unsigned.signers()::contains)
                .mapValues(key -> key.sign(unsigned.message()))
                .toJavaMap());
    }
}
