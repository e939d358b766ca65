package dev.mandate.ports.spi.keys;

import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.domain.authority.Secp256k1PublicKey;
import dev.mandate.domain.authority.UserId;

/** Who decides what the vault signs for a managed signer. */
public sealed interface SignerAuthority {

    /** An e-mail identity: its sessions approve. */
    record Email(UserId user) implements SignerAuthority {}

    /** A key of the caller: it approves by itself. */
    record Secp256k1(Secp256k1PublicKey key, IntentFormat format) implements SignerAuthority {}
}
