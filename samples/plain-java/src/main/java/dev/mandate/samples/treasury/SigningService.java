package dev.mandate.samples.treasury;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.TransactionSigner;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * A signer of our own: the keys are in a service, which is asked for all signatures of a transaction at once. The first one that fails, or
 * the time limit, fails them all; then nothing is sent.
 */
public final class SigningService implements TransactionSigner {

    private final BiFunction<Address, Bytes, CompletableFuture<Signature>> service;
    private final Duration limit;

    /** @param service signs a message with the key of an address; it must not block */
    public SigningService(BiFunction<Address, Bytes, CompletableFuture<Signature>> service, Duration limit) {
        this.service = service;
        this.limit = limit;
    }

    @Override
    public CompletionStage<Map<Address, Signature>> sign(UnsignedTransaction unsigned) {
        Map<Address, CompletableFuture<Signature>> asked = unsigned.signers().toJavaStream()
                .collect(Collectors.toMap(signer -> signer, signer -> service.apply(signer, unsigned.message())));
        List<CompletableFuture<Signature>> all = List.copyOf(asked.values());
        return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                .thenApply(done -> asked.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().join())));
    }
}
