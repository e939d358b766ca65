package dev.mandate.ports.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.program.AccountRef;
import io.vavr.collection.Seq;
import io.vavr.control.Either;

/**
 * Smart accounts on one network: build, read, send. Safe from any thread. Every call reads what it needs from the chain, so
 * that what other clients did is seen.
 */
public interface Custody {

    /**
     * Builds the transaction that {@code request} asks for, rehearsed against the account's rules as of now. Nothing is sent
     * and no key is touched: who has to sign, signs the answer's message.
     */
    Either<BuildRefusal, BuiltTransaction> build(BuildRequest request);

    /**
     * Makes an account known that is on the chain already.
     *
     * @param settingsAddress where the program keeps its settings, since the smart account address cannot be traced back
     */
    Either<BuildRefusal, AccountRef> register(Address settingsAddress);

    /** An account as it stands now. */
    Either<BuildRefusal, AccountView> account(Address account);

    /** One of its transactions, or that there is none at {@code index}. */
    Either<BuildRefusal, TransactionView> transaction(Address account, long index);

    /** Its spending limits, those made by other clients included, in the order of their addresses. */
    Either<BuildRefusal, Seq<LimitView>> limits(Address account);

    /** Hands a fully signed transaction to the network. */
    Either<SubmitRefusal, Signature> submit(Bytes transaction);
}
