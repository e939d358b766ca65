package dev.mandate.ports.spi.policy;

import dev.mandate.domain.chain.Address;
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

}
