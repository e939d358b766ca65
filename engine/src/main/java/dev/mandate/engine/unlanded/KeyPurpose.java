package dev.mandate.engine.unlanded;

import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.domain.authority.Secp256k1PublicKey;
import dev.mandate.domain.chain.Address;

/** What a builder used a key for. */
public sealed interface KeyPurpose {

    /** It is the policy key of the limit at this address. */
    record Limit(Address limit) implements KeyPurpose {}

    /** It signs for the holder of a secp256k1 key. */
    record Signer(Secp256k1PublicKey owner, IntentFormat format) implements KeyPurpose {}

    /** Nothing any more. It is the key of the next build that needs one. */
    record Free() implements KeyPurpose {}
}
