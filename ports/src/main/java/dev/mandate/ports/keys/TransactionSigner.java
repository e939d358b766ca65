package dev.mandate.ports.keys;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.program.UnsignedTransaction;
import java.util.Map;

/** Signs transactions with keys that it holds or has access to. It is called for one step at a time, right before that step is sent. */
@FunctionalInterface
public interface TransactionSigner {

    /**
     * Signatures of the transaction's message, by signer.
     *
     * @param unsigned its message needs a signature of each of its signers; if one is missing, the transaction is not sent
     */
    Map<Address, Signature> sign(UnsignedTransaction unsigned);
}
