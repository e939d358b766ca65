package dev.mandate.ports.spi.keys;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The operator's own keys: the fee payer, which pays for new accounts, and a create key for each new account. Create keys are derived from a
 * secret that is never replaced, and need not be stored: a journal that lost an order finds the account under the same key. Safe from any thread.
 */
public interface OperatorKey {

    /** The address that pays for new accounts. */
    Address feePayer();

    /**
     * Why {@link #sign} would not sign now; none if it would. Asks the vault of the fee payer's key. The default is for a key that is always there.
     */
    default Option<VaultFault> unavailable() {
        return Option.none();
    }

    /** The key from which the account's address is derived; the same for the same id, in every process of a deployment. */
    Address createKey(CreationId id);

    /**
     * A keyed hash of what something is made for, under the secret of the create keys. It names what must be found again without the journal. It is
     * the same for good, in every process of a deployment; without the secret nobody can test a guess.
     */
    Bytes32 nameFor(String purpose);

    /**
     * Signs the creation of an account.
     *
     * @return one signature for each of the transaction's signers, in order; the same every time. Left: the vault did not sign
     * @throws IllegalArgumentException if signers other than the fee payer and the create key are required
     */
    Either<VaultFault, Array<Signature>> sign(AuthorizedCreation creation);

    /** Signs with the create key only, for a creation that another payer pays. Returns the same signature every time. */
    Signature signAsCreateKey(AuthorizedCreation creation);
}
