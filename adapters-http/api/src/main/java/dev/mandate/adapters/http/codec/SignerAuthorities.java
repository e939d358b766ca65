package dev.mandate.adapters.http.codec;

import dev.mandate.domain.chain.Address;
import dev.mandate.ports.spi.keys.SignerAuthority;
import io.vavr.control.Option;

/** Who decides for which signer. */
@FunctionalInterface
public interface SignerAuthorities {

    /** The authority of a managed signer; none: its key is not managed here. */
    Option<SignerAuthority> of(Address signer);
}
