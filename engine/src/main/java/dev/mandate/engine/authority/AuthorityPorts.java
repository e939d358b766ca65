package dev.mandate.engine.authority;

import dev.mandate.ports.spi.keys.AuthorityKeys;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.ports.spi.keys.TokenHash;
import dev.mandate.ports.spi.mail.MailTransport;
import io.vavr.control.Option;
import java.util.function.UnaryOperator;

/**
 * The ports of keys that the engine holds: those of managed signers, of its own voters, and of the limits that it keeps.
 *
 * @param ids a keyed hash that makes ids of identities and keys
 * @param email none: nobody can sign in by e-mail
 */
public record AuthorityPorts(KeyVault vault, AuthorityKeys keys, TokenHash ids, Option<EmailPorts> email) {

    /** The same, with its mail sent by what this makes of the transport. */
    public AuthorityPorts mailing(UnaryOperator<MailTransport> by) {
        return new AuthorityPorts(
                vault, keys, ids, email.map(ports -> new EmailPorts(ports.sealer(), ports.codes(), by.apply(ports.mail()))));
    }
}
