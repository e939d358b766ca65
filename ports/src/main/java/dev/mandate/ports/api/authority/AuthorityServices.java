package dev.mandate.ports.api.authority;

import dev.mandate.domain.access.Caller;
import dev.mandate.domain.chain.Network;
import dev.mandate.ports.spi.keys.AuthorityKeys;
import io.vavr.control.Option;

/** Authorities on all networks that this deployment serves. */
public interface AuthorityServices {

    /** Sign-in by e-mail on {@code network}; none if that network is not served, or no mail can be sent. */
    Option<EmailAuthorities> email(Network network, Caller caller);

    /** Reads public keys and stamps of authorities; none if no key is held here. */
    Option<AuthorityKeys> keys();
}
