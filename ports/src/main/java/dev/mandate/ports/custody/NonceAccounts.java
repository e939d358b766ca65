package dev.mandate.ports.custody;

import dev.mandate.domain.chain.Address;
import java.util.Set;

/**
 * Which durable nonces the transactions of an account may live by. The host decides: a signed transaction that lives by a nonce doesn't
 * expire, and whoever holds it chooses when it lands.
 */
@FunctionalInterface
public interface NonceAccounts {

    /** No account may use any. */
    NonceAccounts NONE = account -> Set.of();

    /** The nonce accounts that the host lists for {@code account}, a smart account address. */
    Set<Address> of(Address account);
}
