package dev.mandate.ports.spi.passkey;

import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.chain.Address;

/** The program on the chain that signs for passkeys. */
@FunctionalInterface
public interface ExternalSignatureProgram {

    /** The account for which the program signs if the passkey did. It has no private key. */
    Address accountOf(P256PublicKey key);
}
