package dev.mandate.ports.spi.keys;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Signs transactions with keys that it holds or has access to: in memory ({@link InMemorySigner}), in an HSM, by several parties (MPC). It is
 * called for one step at a time, right before that step is sent. Safe from any thread.
 */
@FunctionalInterface
public interface TransactionSigner {

    /**
     * Signatures of the transaction's message, by signer.
     *
     * <p>The engine waits until the stage completes, so a remote signer gives it a time limit. The blockhash of the transaction lives for about
     * a minute; whatever takes longer needs a durable nonce. If the stage fails, this method throws, or the answer is null, then nothing is
     * sent, and the call is refused with {@link VaultFault.Unavailable}; it may be repeated.
     *
     * @param unsigned its message needs a signature of each of its signers; if one is missing, the transaction is not sent
     */
    CompletionStage<Map<Address, Signature>> sign(UnsignedTransaction unsigned);
}
