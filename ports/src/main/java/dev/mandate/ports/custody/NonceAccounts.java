package dev.mandate.ports.custody;

import dev.mandate.domain.account.Roster;
import dev.mandate.domain.chain.Address;
import io.vavr.control.Either;
import java.util.Set;

/**
 * The durable nonces that transactions of an account may use. The host decides. A signed transaction that uses a nonce does not
 * expire, and whoever holds it chooses when it lands.
 */
@FunctionalInterface
public interface NonceAccounts {

    /** No account may use one. */
    NonceAccounts NONE = account -> Set.of();

    /** The nonce accounts that the host lists for {@code account}, a smart account address. */
    Set<Address> of(Address account);

    /**
     * The authority of a listed nonce account; refused if transactions must not use a nonce of this authority. By default any authority is good.
     *
     * @param roster the account's signers now
     */
    default Either<BuildRefusal, Address> requireAuthority(Address nonceAccount, Address authority, Roster roster) {
        return Either.right(authority);
    }
}
