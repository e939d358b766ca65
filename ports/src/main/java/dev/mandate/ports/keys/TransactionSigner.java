package dev.mandate.ports.keys;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.program.UnsignedTransaction;
import java.util.Map;

/** Signs transactions for those whose keys it has or can ask. It is asked for one step at a time, right before that is sent. */
@FunctionalInterface
public interface TransactionSigner {

    /**
     * Signatures of the transaction's message, by signer.
     *
     * @param unsigned whose message has to be signed by all its signers; where one is missing the transaction is not sent
     */
    Map<Address, Signature> sign(UnsignedTransaction unsigned);
}
