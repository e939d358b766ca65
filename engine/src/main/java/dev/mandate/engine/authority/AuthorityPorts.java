package dev.mandate.engine.authority;

import dev.mandate.ports.keys.AuthorityKeys;
import dev.mandate.ports.keys.CredentialSealer;
import dev.mandate.ports.keys.KeyVault;
import dev.mandate.ports.keys.OneTimeCodes;
import dev.mandate.ports.keys.TokenHash;
import dev.mandate.ports.mail.MailTransport;
import io.vavr.control.Option;

/**
 * The driven ports of authorities.
 *
 * @param ids a keyed hash that makes ids of identities and keys
 * @param mail none: nobody can sign in by e-mail
 */
public record AuthorityPorts(
        KeyVault vault,
        AuthorityKeys keys,
        CredentialSealer sealer,
        OneTimeCodes codes,
        TokenHash ids,
        Option<MailTransport> mail) {}
